import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, compare, isRefusal, max, negate, parseDecimal, subtract, toPlainString, ZERO } from '../src/decimal.ts';
import type { Decimal } from '../src/decimal.ts';

function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (isRefusal(value)) throw new Error(`${text}: ${value.refused}`);
  return value;
}

/** Plain texts within the limits: up to 38 digits on either side of the point, without needless zeros. */
const plain = fc
  .tuple(fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }), fc.integer({ min: 0, max: 38 }))
  .map(([units, scale]) => {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
    return (units < 0n ? '-' : '') + whole + (fraction === '' ? '' : `.${fraction}`);
  });
const sum = (texts: string[]) => texts.map(decimal).reduce(add, ZERO);

describe('reading', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.000', '0'],
    ['0e999999', '0'],
    ['1', '1'],
    ['100.0', '100'],
    ['007.50', '7.5'],
    ['1e3', '1000'],
    ['2.5E-7', '0.00000025'],
    ['-12.5e+1', '-125'],
    ['9007199254740993', '9007199254740993'],
    ['1000000000000000.005', '1000000000000000.005'],
    ['0.0000000000001', '0.0000000000001'],
    ['1e37', `1${'0'.repeat(37)}`],
    ['1e-38', `0.${'0'.repeat(37)}1`],
    [`1.${'0'.repeat(100)}`, '1'],
  ])('%s is written %s', (text, written) => {
    expect(toPlainString(decimal(text))).toBe(written);
  });

  test.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '--1',
    '.5',
    '5.',
    '1e',
    'e5',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x1f',
    '1_000',
    '1,5',
    '١',
    'null',
  ])('%j is no decimal', (text) => {
    expect(parseDecimal(text)).toMatchObject({ refused: 'not-a-decimal' });
  });

  test.each([
    ['1e38', 'too-many-integer-digits'],
    ['1e999999999', 'too-many-integer-digits'],
    ['1e99999999999999999999999', 'too-many-integer-digits'],
    ['1e-39', 'too-many-fraction-digits'],
    ['1e-999999999', 'too-many-fraction-digits'],
    [`1${'0'.repeat(38)}`, 'too-many-integer-digits'],
    [`0.${'0'.repeat(38)}1`, 'too-many-fraction-digits'],
  ])('%s has %s', (text, refused) => {
    expect(parseDecimal(text)).toMatchObject({ refused });
  });

  test('a decimal that is read and written has the same digits', () => {
    fc.assert(
      fc.property(plain, (text) => {
        expect(toPlainString(decimal(text))).toBe(text.replace(/^-0$/, '0'));
      }),
    );
  });
});

describe('arithmetic', () => {
  test('tenths add up exactly', () => {
    expect(toPlainString(sum(['0.1', '0.2']))).toBe('0.3');
  });

  test('a sum keeps digits that are 76 places apart', () => {
    expect(toPlainString(sum(['1e37', '1e-38']))).toBe(`1${'0'.repeat(37)}.${'0'.repeat(37)}1`);
  });

  test('a sum does not depend on the order', () => {
    const twoOrders = fc
      .array(plain, { maxLength: 50 })
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
      );
    fc.assert(
      fc.property(twoOrders, ([list, shuffled]) => {
        expect(toPlainString(sum(shuffled))).toBe(toPlainString(sum(list)));
      }),
    );
  });

  test('a sum equals the sum of the scaled integers', () => {
    const scaled = (text: string) => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(38, '0'));
    };
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1 }), (list) => {
        expect(scaled(toPlainString(sum(list)))).toBe(list.map(scaled).reduce((a, b) => a + b));
      }),
    );
  });

  test('subtraction reverses addition', () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(compare(subtract(add(decimal(a), decimal(b)), decimal(b)), decimal(a))).toBe(0);
        expect(toPlainString(add(decimal(a), negate(decimal(a))))).toBe('0');
      }),
    );
  });

  test('the order is total, and max follows it', () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const sign = compare(decimal(a), decimal(b));
        expect(compare(decimal(b), decimal(a)) + sign).toBe(0);
        expect(toPlainString(max(decimal(a), decimal(b)))).toBe(toPlainString(decimal(sign < 0 ? b : a)));
      }),
    );
    expect(compare(decimal('-0'), ZERO)).toBe(0);
  });
});
