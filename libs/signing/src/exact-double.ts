/** Up to 15 significant digits every decimal is its own double. */
const SURELY_EXACT = /^-?[0-9]{1,15}$/;

/** Whether a double, written back as JavaScript writes it, has the very value of this JSON number literal. */
export function isExactDouble(literal: string): boolean {
  if (SURELY_EXACT.test(literal)) return true;
  const double = Number(literal);
  return Number.isFinite(double) && sameValue(literal, String(double));
}

function sameValue(a: string, b: string): boolean {
  const left = scientific(a);
  const right = scientific(b);
  return left.digits === right.digits && (left.digits === '' || (left.exponent === right.exponent && left.negative === right.negative));
}

/** The value as significant digits without zeros at either end, times a power of ten; zero has no digits. */
function scientific(literal: string): { digits: string; exponent: number; negative: boolean } {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const all = whole + fraction;
  const kept = withoutTrailingZeros(all);
  return {
    digits: kept.replace(/^0+/, ''),
    exponent: Number(power) - fraction.length + (all.length - kept.length),
    negative: mantissa.startsWith('-'),
  };
}

/** By hand: /0+$/ takes quadratic time on a long run of zeros that something else follows. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end--;
  return digits.slice(0, end);
}
