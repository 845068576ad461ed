import { truncate } from '@qafila/runtime/truncate';
import type { Fields } from '@qafila/json/fields';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { Consignment, ConsignmentItem, ConsignmentPackage } from '../consignment.ts';
import { DHL_LIMITS } from './dhl-limits.ts';

/** What DHL writes into the invoice, which it sends to the customs office. */
export function exportDeclaration(
  { customs, packages, pricing, currency, shipFrom, shipTo }: Consignment,
  nowMs: number,
): Fields {
  const lines = packages.flatMap((parcel) => parcel.items.map((item) => ({ item, parcel })));
  const shipping = pricing?.shippingAmount ?? 0n;
  return {
    lineItems: lines.slice(0, DHL_LIMITS.linesMax).map(({ item, parcel }, at) => ({
      number: at + 1,
      description: truncate(item.customsDescription ?? item.name, DHL_LIMITS.itemDescriptionCharactersMax),
      price: unitPrice(item, currency),
      quantity: { value: item.quantity, unitOfMeasurement: 'PCS' },
      manufacturerCountry: item.originCountry ?? shipFrom.countryCode,
      weight: weightOf(item, parcel),
      ...(item.hsCode !== undefined && { commodityCodes: [{ typeCode: 'outbound', value: item.hsCode }] }),
    })),
    invoice: {
      number: customs && truncate(customs.invoiceNumber, DHL_LIMITS.referenceCharactersMax),
      date: customs?.invoiceDate ?? new Date(nowMs).toISOString().slice(0, 10),
    },
    exportReasonType: reasonOf(customs?.contentType, customs?.reasonForExport),
    placeOfIncoterm: shipTo.latin?.city ?? shipTo.city,
    ...(shipping > 0n && {
      additionalCharges: [{ value: amountOf(shipping, currency), caption: 'freight', typeCode: 'freight' }],
    }),
  };
}

export function amountOf(minor: bigint, currency: string): number {
  return Number(fromMinorUnits(minor, currency));
}

/** After the discount, in thousandths as DHL takes it. */
function unitPrice({ unitPrice: each, quantity, discountAmount }: ConsignmentItem, currency: string): number {
  if (discountAmount === 0n) return amountOf(each, currency);
  return Math.round((amountOf(each * BigInt(quantity) - discountAmount, currency) / quantity) * 1_000) / 1_000;
}

/** Of the whole line. Without a weight of its own an item has its part of the package's. */
function weightOf({ unitWeightGrams, quantity }: ConsignmentItem, parcel: ConsignmentPackage): Fields {
  const grams =
    unitWeightGrams === undefined
      ? parcel.weightGrams / BigInt(parcel.items.length)
      : unitWeightGrams * BigInt(quantity);
  const kg = Math.max(Number(grams) / 1_000, 0.001);
  return { netValue: kg, grossValue: kg };
}

const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/RETURN/i, 'return'],
  [/GIFT/i, 'gift'],
  [/SAMPLE/i, 'sample'],
  [/REPAIR|WARRANTY/i, 'warranty_replacement'],
  [/TEMPORARY/i, 'temporary'],
  [/PERSONAL/i, 'personal_belongings_or_personal_use'],
];

function reasonOf(contentType = '', reasonForExport = ''): string {
  const said = `${reasonForExport} ${contentType}`;
  return REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? 'commercial_purpose_or_sale';
}
