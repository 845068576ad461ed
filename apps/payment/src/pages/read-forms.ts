/** Reads digits of our three languages and drops spaces, dashes and parentheses. */
export function digitsOf(text: unknown): string {
  if (typeof text !== 'string') return '';
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\s\-()]/g, '');
}
