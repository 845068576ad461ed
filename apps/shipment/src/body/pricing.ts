import { fromMinorUnits } from '@qafila/money/minor-units';
import { documentMoney, halfUpLine, sum } from './document-money.ts';
import type { DocumentMoney } from './document-money.ts';
import type { Fields } from './fields.ts';
import type { Item } from './packages.ts';

/** Minor units. `discountAmount` is all that is taken off: the lines' own discounts and the order's. */
export interface Pricing { subTotal: bigint; discountAmount: bigint; taxAmount: bigint; shippingAmount: bigint; totalAmount: bigint }

export function readPricing(body: Fields, { currency, required, items }: { currency: string | undefined; required: boolean; items: readonly Item[] }): Pricing | undefined {
  const fields = body.object('pricing', required);
  if (fields === undefined) return undefined;
  const before = fields.violations.all.length;
  const pricing = {
    subTotal: fields.amount('subTotal', currency, true), discountAmount: fields.amount('discountAmount', currency) ?? 0n,
    taxAmount: fields.amount('taxAmount', currency), shippingAmount: fields.amount('shippingAmount', currency) ?? 0n, totalAmount: fields.amount('totalAmount', currency, true),
  };
  fields.end();
  if (fields.violations.all.length > before || currency === undefined || pricing.subTotal === undefined || pricing.totalAmount === undefined) return undefined;
  const money = items.length === 0 ? undefined : moneyOf(items, pricing.discountAmount);
  const whole: Pricing = { ...pricing, subTotal: pricing.subTotal, totalAmount: pricing.totalAmount, taxAmount: pricing.taxAmount ?? taxesOf(items, money)?.[0] ?? 0n };
  new Sums(fields, currency).check(whole, money, pricing.taxAmount === undefined ? undefined : taxesOf(items, money));
  return whole;
}

/** What the tax may be, our own way of rounding first; undefined when an item tells neither its rate nor its tax. */
function taxesOf(items: readonly Item[], money: DocumentMoney | undefined): bigint[] | undefined {
  if (money === undefined) return undefined;
  if (items.every((item) => item.taxRate !== undefined)) return [money.tax, money.taxByLine];
  if (items.some((item) => item.taxRate === undefined && item.taxAmount === undefined)) return undefined;
  return [sum(items.map((item) => item.taxAmount ?? halfUpLine(BigInt(item.quantity) * item.unitPrice - item.discountAmount, item.taxRate ?? 0n)))];
}

function moneyOf(items: readonly Item[], discountAmount: bigint): DocumentMoney {
  const own = sum(items.map((item) => item.discountAmount));
  const lines = items.map((item) => ({ quantity: item.quantity, unitPrice: item.unitPrice, discount: item.discountAmount, rate: item.taxRate ?? 0n }));
  const left = sum(lines.map((line) => BigInt(line.quantity) * line.unitPrice)) - own;
  const beyond = discountAmount - own;
  // Out of range is told by the check; the arithmetic goes on with what is possible.
  return documentMoney(lines, beyond < 0n ? 0n : beyond > left ? (left < 0n ? 0n : left) : beyond);
}

/** Each mismatch shows both numbers: the one sent and the one that follows. */
class Sums {
  constructor(private readonly fields: Fields, private readonly currency: string) {}

  check(pricing: Pricing, money: DocumentMoney | undefined, taxes: bigint[] | undefined): void {
    if (money !== undefined) {
      this.#same('subTotal', pricing.subTotal, [money.subTotal], 'the sum of quantity × unitPrice');
      if (pricing.discountAmount < money.lineDiscounts) this.#same('discountAmount', pricing.discountAmount, [money.lineDiscounts], 'at least the sum of the items\' discounts');
      if (taxes !== undefined) this.#same('taxAmount', pricing.taxAmount, taxes, 'the tax after discount');
    }
    if (pricing.discountAmount > pricing.subTotal) this.fields.bad('discountAmount', 'must not be more than subTotal', 'PRICING_MISMATCH');
    const total = pricing.subTotal - pricing.discountAmount + pricing.taxAmount + pricing.shippingAmount;
    this.#same('totalAmount', pricing.totalAmount, [total], 'subTotal − discountAmount + taxAmount + shippingAmount');
  }

  #same(name: string, sent: bigint, expected: bigint[], what: string): void {
    if (expected.includes(sent)) return;
    const shown = [...new Set(expected)].map((amount) => this.#show(amount)).join(' or ');
    this.fields.bad(name, `is ${this.#show(sent)}, but ${what} is ${shown}`, 'PRICING_MISMATCH');
  }

  #show(amount: bigint): string {
    return `${amount < 0n ? '-' : ''}${fromMinorUnits(amount < 0n ? -amount : amount, this.currency)} ${this.currency}`;
  }
}
