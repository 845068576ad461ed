/** Up to 15 significant digits every decimal is its own double. */
const SURELY_EXACT = /^-?[0-9]{1,15}$/;

/** Whether a double, written back as JavaScript writes it, has the very value of this JSON number literal. */
export function isExactDouble(literal: string): boolean {
  if (SURELY_EXACT.test(literal)) return true;
  const double = Number(literal);
  // The digits decide: the nearest double has the sign and, unless it is 0 or Infinity, the magnitude of the literal.
  return Number.isFinite(double) && significantDigits(literal) === significantDigits(String(double));
}

/** The digits without zeros at either end; none for zero. */
function significantDigits(literal: string): string {
  const [mantissa = ''] = literal.toLowerCase().split('e');
  return withoutTrailingZeros(mantissa.replace(/[-.]/g, '')).replace(/^0+/, '');
}

/** By hand: /0+$/ takes quadratic time on a long run of zeros that something else follows. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end--;
  return digits.slice(0, end);
}
