/** The digits that a person typed, Latin, Arabic or Urdu, as Latin digits without spaces and dashes. */
export function digitsOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\s\-()+]/g, '');
}
