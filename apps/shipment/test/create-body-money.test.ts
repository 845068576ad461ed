import { describe, expect, it } from '@jest/globals';
import { changed, domestic, read, violationsOf, withCod } from './bodies.ts';
import type { Body } from './bodies.ts';

const CASES: [name: string, body: Body, violations: string[]][] = [
  ['an unknown currency', changed(domestic(), { currency: 'XXX' }), ['VALIDATION_FAILED currency']],
  [
    'more decimals than the currency has',
    changed(domestic(), { 'packagesInfo.0.items.0.unitPrice': '50.001' }),
    ['AMOUNT_PRECISION packagesInfo.0.items.0.unitPrice'],
  ],
  ['a negative amount', changed(domestic(), { insuranceAmount: -1 }), ['VALIDATION_FAILED insuranceAmount']],
  [
    'a total that does not add up',
    changed(withCod(), { 'pricing.totalAmount': 116 }),
    ['PRICING_MISMATCH pricing.totalAmount'],
  ],
  [
    'a tax that follows from neither way of rounding',
    changed(withCod(), { 'pricing.taxAmount': 14, 'pricing.totalAmount': 114, codAmount: 1 }),
    ['PRICING_MISMATCH pricing.taxAmount'],
  ],
  [
    'a discount larger than its line',
    changed(domestic(), { 'packagesInfo.0.items.0.discountAmount': 101 }),
    ['PRICING_MISMATCH packagesInfo.0.items.0.discountAmount'],
  ],
  [
    'a tax on shipping at no rate of the items',
    changed(withCod(), {
      'pricing.shippingAmount': 25,
      'pricing.taxAmount': 17,
      'pricing.totalAmount': 142,
      codAmount: 1,
    }),
    ['PRICING_MISMATCH pricing.taxAmount'],
  ],
  [
    'a declared value below that of the goods',
    changed(domestic(), { 'packagesInfo.0.declaredValue': 1 }),
    ['PRICING_MISMATCH packagesInfo.0.declaredValue'],
  ],
  ['COD without an amount', changed(withCod(), { codAmount: undefined }), ['VALIDATION_FAILED codAmount']],
  ['a COD amount of 0', changed(withCod(), { codAmount: 0 }), ['COD_NOT_ALLOWED codAmount']],
  ['COD without pricing', changed(withCod(), { pricing: undefined }), ['VALIDATION_FAILED pricing']],
  ['a COD amount for a prepaid shipment', changed(domestic(), { codAmount: 5 }), ['COD_NOT_ALLOWED codAmount']],
  ['a COD amount above the total', changed(withCod(), { codAmount: '115.01' }), ['COD_EXCEEDS_TOTAL codAmount']],
];

describe('the money of a create body', () => {
  it.each(CASES)('with %s is refused', (_, body, violations) => {
    expect(violationsOf(body)).toEqual(violations);
  });

  it('shows both numbers of a mismatch', () => {
    expect(() => read(changed(withCod(), { 'pricing.totalAmount': '116.00' }))).toThrow(
      'pricing.totalAmount is 116.00 SAR, but subTotal − discountAmount + taxAmount + shippingAmount is 115.00 SAR.',
    );
  });

  it('accepts tax rounded by line or by document, and no other amount', () => {
    const body = withCod();
    body.packagesInfo[0].items = ['33.33', '33.33', '33.34', '0.10', '19.99', '7.77'].map((unitPrice) => ({
      name: 'x',
      quantity: 1,
      unitPrice,
      taxRate: '15',
    }));
    const sent = (taxAmount: string, totalAmount: string): string[] =>
      violationsOf({ ...body, codAmount: 1, pricing: { subTotal: '127.86', taxAmount, totalAmount } });
    expect([sent('19.18', '147.04'), sent('19.19', '147.05'), sent('19.20', '147.06')]).toEqual([
      [],
      [],
      ['PRICING_MISMATCH pricing.taxAmount'],
    ]);
  });
});

describe('the tax of items', () => {
  const withItem = (item: object, taxAmount: string, totalAmount: string): string[] =>
    violationsOf({
      ...withCod(),
      codAmount: 1,
      pricing: { subTotal: '100.00', taxAmount, totalAmount },
      packagesInfo: [{ weight: 1, description: 'x', items: [{ name: 'x', quantity: 2, unitPrice: 50, ...item }] }],
    });

  it('is accepted as sent when no item has a rate or a tax', () => {
    expect(withItem({}, '15.00', '115.00')).toEqual([]);
  });

  it("must be the sum of the items' taxes when they have no rate", () => {
    expect(withItem({ taxAmount: '15.00' }, '15.00', '115.00')).toEqual([]);
    expect(withItem({ taxAmount: '15.00' }, '14.99', '114.99')).toEqual(['PRICING_MISMATCH pricing.taxAmount']);
  });

  it('must follow from the rate when an item has both', () => {
    expect(withItem({ taxRate: 15, taxAmount: '14.99' }, '15.00', '115.00')).toEqual([
      'PRICING_MISMATCH packagesInfo.0.items.0.taxAmount',
    ]);
  });
});

describe('the tax on shipping', () => {
  it('may be part of the tax, or not', () => {
    const withShipping = (taxAmount: string, totalAmount: string): Body =>
      changed(withCod(), { pricing: { subTotal: 100, taxAmount, shippingAmount: 25, totalAmount } });
    expect(violationsOf(withShipping('18.75', '143.75'))).toEqual([]);
    expect(violationsOf(withShipping('15.00', '140.00'))).toEqual([]);
  });
});
