import { fromMinorUnits } from '@qafila/money/minor-units';
import type { Item, Package } from '../body/packages.ts';
import { requestOf } from './request-text.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** All that was sent, as the body of create takes it: amounts, weights and sides are decimal texts. */
export function sentBody(row: ShipmentRow): Record<string, unknown> {
  const { codAmount, pricing, customs, shipTo, shipFrom, packages, insuranceAmount, ...request } = requestOf(
    row.request,
  );
  const amount = (minor: bigint | undefined): string | undefined =>
    minor === undefined ? undefined : fromMinorUnits(minor, request.currency);
  const { value: _, ...declared } = customs ?? {};
  return present({
    ...request,
    referenceNumber: row.released_reference ?? row.reference,
    courierId: row.courier,
    serviceCode: row.service_code ?? undefined,
    codAmount: codAmount === 0n ? undefined : amount(codAmount),
    insuranceAmount: amount(insuranceAmount),
    pricing: pricing && mapped(pricing, amount),
    customs: customs && declared,
    shipToInfo: shipTo,
    shipFromInfo: shipFrom,
    packagesInfo: packages.map((parcel) => sentPackage(parcel, amount)),
    metadata: row.metadata === null ? undefined : (JSON.parse(row.metadata) as unknown),
  });
}

type Amount = (minor: bigint | undefined) => string | undefined;

function sentPackage(parcel: Package, amount: Amount): Record<string, unknown> {
  const { weightGrams, lengthMm, widthMm, heightMm, declaredValue, items, ...rest } = parcel;
  return present({
    ...rest,
    weight: decimal(weightGrams, 3),
    length: decimal(lengthMm, 1),
    width: decimal(widthMm, 1),
    height: decimal(heightMm, 1),
    declaredValue: amount(declaredValue),
    items: items.length === 0 ? undefined : items.map((item) => sentItem(item, amount)),
  });
}

function sentItem({ unitWeightGrams, taxRate, ...item }: Item, amount: Amount): Record<string, unknown> {
  return present({
    ...item,
    unitPrice: amount(item.unitPrice),
    discountAmount: item.discountAmount === 0n ? undefined : amount(item.discountAmount),
    taxAmount: amount(item.taxAmount),
    taxRate: decimal(taxRate, 4),
    unitWeight: decimal(unitWeightGrams, 3),
  });
}

function mapped(amounts: object, amount: Amount): Record<string, unknown> {
  return Object.fromEntries(Object.entries(amounts).map(([name, minor]) => [name, amount(minor as bigint)]));
}

/** The integer of the last decimal as a decimal text. */
function decimal(value: bigint | undefined, decimals: number): string | undefined {
  if (value === undefined) return undefined;
  const digits = value.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
