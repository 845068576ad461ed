/** Up to this many significant digits, different decimals have different doubles. */
const SURELY_EXACT = /^-?[0-9]{1,15}$/;

/** Whether the nearest double, as JavaScript writes it, has exactly the value of this JSON number literal. */
export function isExactDouble(literal: string): boolean {
  if (SURELY_EXACT.test(literal)) return true;
  const double = Number(literal);
  // Comparing digits is enough: the nearest double has the literal's sign and, unless it is 0 or Infinity, its
  // magnitude.
  return Number.isFinite(double) && significantDigits(literal) === significantDigits(String(double));
}

/** The digits without zeros at either end; '' for zero. */
function significantDigits(literal: string): string {
  const [mantissa = ''] = literal.toLowerCase().split('e');
  return withoutTrailingZeros(mantissa.replace(/[-.]/g, '')).replace(/^0+/, '');
}

/** Without a regular expression: /0+$/ takes quadratic time if another digit follows a long run of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end--;
  return digits.slice(0, end);
}
