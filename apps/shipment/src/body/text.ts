/** Characters that turn the reading order round from where they stand: a name could make a label lie. Marks and joiners are left. */
const BIDI_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** No script piles more on one letter (Arabic: a shadda and two vowels), and a pile of hundreds crosses out what else is on a label. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** One form of a text whatever keyboard wrote it: composed, on one line, without overrides, piled marks or spaces at its ends. */
export function normalise(text: string): string {
  // Composed last: what is taken out may have stood between a letter and its mark.
  return text.replace(BIDI_OVERRIDES, '').replace(CONTROLS, ' ').normalize('NFC').replace(PILED_MARKS, '$1').trim();
}

/** Whether anything of it is to be seen: joiners and marks alone are no name. */
export function isVisible(text: string): boolean {
  return /[^\p{Cf}\p{M}\p{Z}]/u.test(text);
}

/** Arabic-Indic and Persian digits as ASCII ones, for phones, codes and numbers. Names keep theirs. */
export function foldDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) as number) & 0xf)).replace(/\u066b/g, '.');
}
