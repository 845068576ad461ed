import { describe, expect, it } from '@jest/globals';
import { runLength, runSeed } from '@qafila/testing/run-length';
import fc from 'fast-check';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { allocate, codOnLabels, documentMoney } from '../src/body/document-money.ts';
import type { MoneyLine } from '../src/body/document-money.ts';
import { violationsOf, withCod } from './bodies.ts';

const CURRENCIES = ['JPY', 'SAR', 'KWD'];
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000 }),
  price: fc.bigInt({ min: 0n, max: 10_000_000n }),
  off: fc.integer({ min: 0, max: 100 }),
  rate: fc.constantFrom(0n, 50_000n, 150_000n, 72_500n, 1n),
});
const cart = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  off: fc.integer({ min: 0, max: 100 }),
  packages: fc.integer({ min: 1, max: 250 }),
});

function linesOf(lines: { quantity: number; price: bigint; off: number; rate: bigint }[]): MoneyLine[] {
  return lines.map(({ quantity, price, off, rate }) => ({
    quantity,
    unitPrice: price,
    discount: (BigInt(quantity) * price * BigInt(off)) / 100n,
    rate,
  }));
}
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(rule);
}

describe('money of a shipment', () => {
  it('is exact to the minor unit for generated carts, with tax rounded once for each rate and COD on one label', () => {
    fc.assert(
      fc.property(cart, ({ lines: generated, off, packages }) => {
        const lines = linesOf(generated);
        const own = total(lines.map(({ quantity, unitPrice, discount }) => BigInt(quantity) * unitPrice - discount));
        const orderDiscount = (own * BigInt(off)) / 100n;
        const money = documentMoney(lines, orderDiscount);
        must(total(money.nets) === own - orderDiscount, 'the shares add up to the discount');
        must(
          money.nets.every((net) => net >= 0n),
          'no line is negative',
        );
        must(
          money.subTotal - money.lineDiscounts - orderDiscount === total(money.nets),
          'subTotal − discounts is the taxed amount',
        );
        // Twice the rounding error, in millionths of a minor unit: at most half a unit, and a half is rounded up.
        const doubleError =
          2n * (money.tax * 1_000_000n - total(money.nets.map((net, index) => net * (lines[index] as MoneyLine).rate)));
        const rates = BigInt(new Set(lines.map(({ rate }) => rate)).size);
        must(
          doubleError > -1_000_000n * rates && doubleError <= 1_000_000n * rates,
          'tax is rounded once for each rate, half up',
        );
        must(
          2n * (money.taxByLine - money.tax < 0n ? money.tax - money.taxByLine : money.taxByLine - money.tax) <=
            BigInt(lines.length) + rates,
          'the two methods differ by at most half a minor unit per line',
        );
        const labels = codOnLabels(total(money.nets) + money.tax, packages);
        must(
          total(labels) === total(money.nets) + money.tax && labels.filter((amount) => amount > 0n).length <= 1,
          'collected once',
        );
      }),
      { numRuns: runLength(100_000, 20_000), seed: runSeed() },
    );
  }, 180_000);

  it('rounds the tax of two rates separately', () => {
    const line = (unitPrice: bigint, rate: bigint): MoneyLine => ({ quantity: 1, unitPrice, discount: 0n, rate });
    // 0.45 and 0.35 of a minor unit: each is nothing, and their sum would be one.
    expect(documentMoney([line(9n, 50_000n), line(7n, 50_001n)], 0n)).toMatchObject({ tax: 0n, taxByLine: 0n });
  });

  it('splits an amount by largest remainder, first lines first', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(5n, [0n, 0n])).toEqual([5n, 0n]);
  });

  it('accepts the computed document as a body for 0, 2 and 3 decimals, and refuses it one unit off', () => {
    fc.assert(
      fc.property(cart, fc.constantFrom(...CURRENCIES), ({ lines: generated, off }, currency) => {
        const lines = linesOf(generated);
        const own = total(lines.map(({ quantity, unitPrice, discount }) => BigInt(quantity) * unitPrice - discount));
        const orderDiscount = (own * BigInt(off)) / 100n;
        const money = documentMoney(lines, orderDiscount);
        const [discount, sum] = [money.lineDiscounts + orderDiscount, own - orderDiscount + money.tax];
        fc.pre(sum > 0n);
        const text = (amount: bigint): string => fromMinorUnits(amount, currency);
        const body = (excess: bigint): string[] =>
          violationsOf({
            ...withCod(),
            currency,
            codAmount: text(sum),
            pricing: {
              subTotal: text(money.subTotal),
              discountAmount: text(discount),
              taxAmount: text(money.tax),
              totalAmount: text(sum + excess),
            },
            packagesInfo: [
              {
                weight: 1,
                description: 'x',
                items: lines.map(({ quantity, unitPrice, discount, rate }) => ({
                  name: 'x',
                  quantity,
                  unitPrice: text(unitPrice),
                  discountAmount: text(discount),
                  taxRate: fromMinorUnits(rate, 'CLF'),
                })),
              },
            ],
          });
        expect(body(0n)).toEqual([]);
        expect(body(1n)).toEqual(['PRICING_MISMATCH pricing.totalAmount']);
      }),
      { numRuns: 500, seed: 7 },
    );
  }, 60_000);
});
