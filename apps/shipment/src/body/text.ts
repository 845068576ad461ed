/** Characters that turn the reading order round from where they stand: a name could make a label lie. Marks and joiners are left. */
const BIDI_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** One form of a text whatever keyboard wrote it: composed, on one line, without overrides or spaces at its ends. */
export function normalise(text: string): string {
  return text.normalize('NFC').replace(BIDI_OVERRIDES, '').replace(CONTROLS, ' ').trim();
}

/** Arabic-Indic and Persian digits as ASCII ones, for phones, codes and numbers. Names keep theirs. */
export function foldDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) as number) & 0xf)).replace(/\u066b/g, '.');
}
