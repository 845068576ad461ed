import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { allocate, codOnLabels, documentMoney } from '../src/body/document-money.ts';
import type { MoneyLine } from '../src/body/document-money.ts';
import { violationsOf, withCod } from './bodies.ts';

const CURRENCIES = ['JPY', 'SAR', 'KWD'];
const line = fc.record({ quantity: fc.integer({ min: 1, max: 1_000 }), price: fc.bigInt({ min: 0n, max: 10_000_000n }), off: fc.integer({ min: 0, max: 100 }), rate: fc.constantFrom(0n, 50_000n, 150_000n, 72_500n, 1n) });
const cart = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 12 }), off: fc.integer({ min: 0, max: 100 }), packages: fc.integer({ min: 1, max: 250 }) });

function linesOf(lines: { quantity: number; price: bigint; off: number; rate: bigint }[]): MoneyLine[] {
  return lines.map(({ quantity, price, off, rate }) => ({ quantity, unitPrice: price, discount: (BigInt(quantity) * price * BigInt(off)) / 100n, rate }));
}
const total = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

describe('money of a shipment', () => {
  it('is exact to the minor unit over 100,000 generated carts, tax rounded once, COD once per shipment', () => {
    fc.assert(fc.property(cart, ({ lines: made, off, packages }) => {
      const lines = linesOf(made);
      const own = total(lines.map((one) => BigInt(one.quantity) * one.unitPrice - one.discount));
      const orderDiscount = (own * BigInt(off)) / 100n;
      const money = documentMoney(lines, orderDiscount);
      must(total(money.nets) === own - orderDiscount, 'the shares are the discount, no more and no less');
      must(money.nets.every((net) => net >= 0n), 'no line below nothing');
      must(money.subTotal - money.lineDiscounts - orderDiscount === total(money.nets), 'subTotal − discounts is what is taxed');
      // Twice the exact tax, scaled: the one rounding is at most half a minor unit away, and a half goes up.
      const off2 = 2n * (money.tax * 1_000_000n - total(money.nets.map((net, index) => net * (lines[index] as MoneyLine).rate)));
      must(off2 > -1_000_000n && off2 <= 1_000_000n, 'tax is rounded once, half up');
      must(2n * (money.taxByLine - money.tax < 0n ? money.tax - money.taxByLine : money.taxByLine - money.tax) <= BigInt(lines.length + 1), 'the two methods differ by half a minor unit a line at most');
      const labels = codOnLabels(total(money.nets) + money.tax, packages);
      must(total(labels) === total(money.nets) + money.tax && labels.filter((amount) => amount > 0n).length <= 1, 'collected once');
    }), { numRuns: 100_000, seed: 20261121 });
  }, 180_000);

  it('shares an amount by largest remainder, first lines first', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(5n, [0n, 0n])).toEqual([5n, 0n]);
  });

  it('accepts the computed document as a body in every number of decimals, and refuses it one minor unit off', () => {
    fc.assert(fc.property(cart, fc.constantFrom(...CURRENCIES), ({ lines: made, off }, currency) => {
      const lines = linesOf(made);
      const own = total(lines.map((one) => BigInt(one.quantity) * one.unitPrice - one.discount));
      const orderDiscount = (own * BigInt(off)) / 100n;
      const money = documentMoney(lines, orderDiscount);
      const [discount, sum] = [money.lineDiscounts + orderDiscount, own - orderDiscount + money.tax];
      fc.pre(sum > 0n);
      const text = (amount: bigint): string => fromMinorUnits(amount, currency);
      const body = (more: bigint): string[] => violationsOf({
        ...withCod(), currency, codAmount: text(sum), pricing: { subTotal: text(money.subTotal), discountAmount: text(discount), taxAmount: text(money.tax), totalAmount: text(sum + more) },
        packagesInfo: [{ weight: 1, description: 'x', items: lines.map((one) => ({ name: 'x', quantity: one.quantity, unitPrice: text(one.unitPrice), discountAmount: text(one.discount), taxRate: fromMinorUnits(one.rate, 'CLF') })) }],
      });
      expect(body(0n)).toEqual([]);
      expect(body(1n)).toEqual(['PRICING_MISMATCH pricing.totalAmount']);
    }), { numRuns: 500, seed: 7 });
  }, 60_000);
});
