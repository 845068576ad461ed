import type { Place } from '@qafila/schema/violations';
import type { ShipmentBody } from './create-body.schema.ts';
import { documentMoney, halfUpLine, sum } from './document-money.ts';
import type { DocumentMoney } from './document-money.ts';
import type { Item, Package } from './packages.ts';
import { shownAmount } from './shown-amount.ts';

/** Minor units. `discountAmount` is the whole discount: the lines' own discounts and the order's. */
export interface Pricing {
  subTotal: bigint;
  discountAmount: bigint;
  taxAmount: bigint;
  shippingAmount: bigint;
  totalAmount: bigint;
}

/**
 * The amounts of `pricing` with those that follow from the items. Nothing is compared while the amounts or the items
 * have violations of their own.
 */
export function readPricing(
  { pricing, currency }: ShipmentBody,
  packages: readonly Package[],
  at: Place,
): Pricing | undefined {
  const place = at.below('pricing');
  if (pricing === undefined || currency === undefined || place.hasFailed) return undefined;
  const { subTotal, discountAmount = 0n, taxAmount, shippingAmount = 0n, totalAmount } = pricing;
  const items = packages.flatMap((parcel) => parcel.items);
  const money = items.length === 0 ? undefined : moneyOf(items, discountAmount);
  const taxes = money === undefined ? undefined : acceptedTaxes(items, money, { discountAmount, shippingAmount });
  const read = { subTotal, discountAmount, taxAmount: taxAmount ?? taxes?.[0] ?? 0n, shippingAmount, totalAmount };
  // A tax that was not sent is our own sum, so there is nothing to compare it with.
  new PricingCheck(place, currency).check(read, money, taxAmount === undefined ? undefined : taxes);
  return read;
}

/** A declared value below that of the goods misleads customs, and is what a courier pays for a loss. */
export function judgeDeclaredValues(
  { pricing, currency }: ShipmentBody,
  packages: readonly Package[],
  at: Place,
): void {
  const items = packages.flatMap((parcel) => parcel.items);
  if (currency === undefined || items.length === 0) return;
  if (at.below('pricing').hasFailed || at.below('customs').hasFailed) return;
  const nets = moneyOf(items, pricing?.discountAmount ?? 0n).nets;
  let first = 0;
  for (const [index, { items: ofPackage, declaredValue }] of packages.entries()) {
    const value = sum(nets.slice(first, first + ofPackage.length));
    first += ofPackage.length;
    if (declaredValue === undefined || declaredValue >= value) continue;
    at.below('packagesInfo')
      .below(index)
      .below('declaredValue')
      .fail(
        `is ${shownAmount(declaredValue, currency)}, less than the ${shownAmount(value, currency)} of its goods`,
        'PRICING_MISMATCH',
      );
  }
}

/**
 * The amounts that the tax may be, our own rounding first; undefined when an item has neither a rate nor a tax.
 * Shipping may be taxed, at a rate of the items.
 */
function acceptedTaxes(
  items: readonly Item[],
  money: DocumentMoney,
  { discountAmount, shippingAmount }: Pick<Pricing, 'discountAmount' | 'shippingAmount'>,
): bigint[] | undefined {
  if (items.every((item) => item.taxRate !== undefined)) {
    const rates = [...new Set(items.map(({ taxRate = 0n }) => taxRate))];
    const taxed = rates.map((rate) => moneyOf(items, discountAmount, { net: shippingAmount, rate }));
    return [money, ...taxed].flatMap(({ tax, taxByLine }) => [tax, taxByLine]);
  }
  if (items.some((item) => item.taxRate === undefined && item.taxAmount === undefined)) return undefined;
  return [sum(items.map((item) => item.taxAmount ?? taxOf(item)))];
}

function taxOf({ quantity, unitPrice, discountAmount, taxRate = 0n }: Item): bigint {
  return halfUpLine(BigInt(quantity) * unitPrice - discountAmount, taxRate);
}

/** The arithmetic of the items. A discount out of range is a violation elsewhere; here it is brought into range. */
function moneyOf(
  items: readonly Item[],
  discountAmount: bigint,
  shipping?: { net: bigint; rate: bigint },
): DocumentMoney {
  const lines = items.map((item) => ({
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    discount: item.discountAmount,
    rate: item.taxRate ?? 0n,
  }));
  const lineDiscounts = sum(lines.map((line) => line.discount));
  const netOfLines = sum(lines.map((line) => BigInt(line.quantity) * line.unitPrice)) - lineDiscounts;
  const orderDiscount = atMost(atLeastZero(discountAmount - lineDiscounts), atLeastZero(netOfLines));
  return documentMoney(lines, orderDiscount, shipping);
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

function atMost(amount: bigint, max: bigint): bigint {
  return amount > max ? max : amount;
}

/** Compares the amounts sent with those that follow from the others. Each mismatch shows both numbers. */
class PricingCheck {
  constructor(
    private readonly at: Place,
    private readonly currency: string,
  ) {}

  check(pricing: Pricing, money: DocumentMoney | undefined, taxes: bigint[] | undefined): void {
    if (money !== undefined) this.#checkItems(pricing, money, taxes);
    if (pricing.discountAmount > pricing.subTotal)
      this.at.below('discountAmount').fail('must not be more than subTotal', 'PRICING_MISMATCH');
    const total = pricing.subTotal - pricing.discountAmount + pricing.taxAmount + pricing.shippingAmount;
    this.#expect('totalAmount', pricing.totalAmount, {
      accepted: [total],
      rule: 'subTotal − discountAmount + taxAmount + shippingAmount',
    });
  }

  #checkItems(pricing: Pricing, money: DocumentMoney, taxes: bigint[] | undefined): void {
    this.#expect('subTotal', pricing.subTotal, { accepted: [money.subTotal], rule: 'the sum of quantity × unitPrice' });
    if (pricing.discountAmount < money.lineDiscounts)
      this.#expect('discountAmount', pricing.discountAmount, {
        accepted: [money.lineDiscounts],
        rule: "at least the sum of the items' discounts",
      });
    if (taxes !== undefined)
      this.#expect('taxAmount', pricing.taxAmount, {
        accepted: taxes,
        rule: 'the tax after discount, without or with shipping,',
      });
  }

  #expect(name: string, sent: bigint, { accepted, rule }: { accepted: readonly bigint[]; rule: string }): void {
    if (accepted.includes(sent)) return;
    const shown = [...new Set(accepted)].map((amount) => shownAmount(amount, this.currency)).join(' or ');
    this.at.below(name).fail(`is ${shownAmount(sent, this.currency)}, but ${rule} is ${shown}`, 'PRICING_MISMATCH');
  }
}
