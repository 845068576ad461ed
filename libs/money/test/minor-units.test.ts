import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { currencyExponent, fromMinorUnits, toMinorUnits } from '../src/minor-units.ts';

describe('decimals of a currency', () => {
  test.each([
    ['SAR', 2],
    ['USD', 2],
    ['IDR', 2],
    ['MGA', 2],
    ['JPY', 0],
    ['UGX', 0],
    ['KWD', 3],
    ['IQD', 3],
    ['CLF', 4],
    ['UYW', 4],
  ])('%s has %i', (code, exponent) => {
    expect(currencyExponent(code)).toBe(exponent);
  });

  test.each(['', 'sar', 'XXX', 'XAU', 'BGN', 'constructor', '__proto__', 'SAR '])(
    '%j is not an active currency',
    (code) => {
      expect(currencyExponent(code)).toBeUndefined();
    },
  );
});

describe('minor units', () => {
  test.each([
    ['1500.00', 'SAR', 150000n],
    ['1500', 'SAR', 150000n],
    ['0.5', 'SAR', 50n],
    ['-0.5', 'SAR', -50n],
    ['1.5e3', 'KWD', 1500000n],
    ['1500.000', 'SAR', 150000n],
    ['7.0', 'JPY', 7n],
    ['-0', 'SAR', 0n],
    ['1000000000000000.005', 'KWD', 1000000000000000005n],
  ])('%s %s is %s', (amount, currency, minor) => {
    expect(toMinorUnits(amount, currency)).toBe(minor);
  });

  test.each([
    ['1.005', 'SAR', 'excess-precision'],
    ['0.5', 'JPY', 'excess-precision'],
    ['1e-50', 'SAR', 'excess-precision'],
    ['1', 'sar', 'unknown-currency'],
    ['', 'SAR', 'not-an-amount'],
    ['1,000', 'SAR', 'not-an-amount'],
    ['1e400', 'SAR', 'not-an-amount'],
    ['NaN', 'SAR', 'not-an-amount'],
  ])('%s %s is refused as %s', (amount, currency, code) => {
    expect(() => toMinorUnits(amount, currency)).toThrow(expect.objectContaining({ name: 'MoneyRefusal', code }));
  });

  test.each([
    [150000n, 'SAR', '1500.00'],
    [5n, 'SAR', '0.05'],
    [-5n, 'KWD', '-0.005'],
    [0n, 'SAR', '0.00'],
    [-7n, 'JPY', '-7'],
    [12345n, 'CLF', '1.2345'],
  ])('%s of %s is %s', (minor, currency, amount) => {
    expect(fromMinorUnits(minor, currency)).toBe(amount);
  });

  test('converting to minor units and back gives the same amount', () => {
    const currency = fc.constantFrom('JPY', 'SAR', 'KWD', 'CLF');
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 34n), max: 10n ** 34n }), currency, (minor, code) => {
        expect(toMinorUnits(fromMinorUnits(minor, code), code)).toBe(minor);
      }),
    );
  });
});
