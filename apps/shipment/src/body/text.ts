/** Characters that reverse the reading order: a name with them could falsify a label. Marks and joiners stay. */
const BIDI_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * No script puts more marks on one letter (Arabic: a shadda and two vowels); hundreds of them would cross out other
 * text on a label.
 */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Visible ASCII, Arabic letters without marks, digits and the Arabic comma: such a text is in its form already. */
const ORDINARY = /^[ -~\u060c\u0621-\u063a\u0641-\u064a\u0660-\u0669]*$/;

/** The same form for every keyboard: composed, on one line, without overrides, piled marks or spaces at the ends. */
export function normalise(text: string): string {
  if (ORDINARY.test(text)) return text.trim();
  // Composes last, because a removed character may have separated a letter from its mark.
  return text.replace(BIDI_OVERRIDES, '').replace(CONTROLS, ' ').normalize('NFC').replace(PILED_MARKS, '$1').trim();
}

/** False for a text of joiners, marks and spaces alone. */
export function isVisible(text: string): boolean {
  return /[^\p{Cf}\p{M}\p{Z}]/u.test(text);
}

const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u066b]/;

/** Replaces Arabic-Indic and Persian digits by ASCII digits: in phones, codes and numbers, not in names. */
export function foldDigits(text: string): string {
  if (!FOREIGN_DIGITS.test(text)) return text;
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) as number) & 0xf))
    .replace(/\u066b/g, '.');
}
