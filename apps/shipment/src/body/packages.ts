import type { ErrorCodeOf } from '@qafila/contracts/errors';
import type { Place } from '@qafila/schema/violations';
import type { ShipmentItem, ShipmentPackage } from './package.schema.ts';

export interface Item {
  sku?: string;
  name: string;
  /** In Latin letters. */
  customsDescription?: string;
  quantity: number;
  unitPrice: bigint;
  discountAmount: bigint;
  /** In millionths: 15 % is 150000. */
  taxRate?: bigint;
  taxAmount?: bigint;
  hsCode?: string;
  originCountry?: string;
  unitWeightGrams?: bigint;
}

export interface Package {
  packageReference?: string;
  weightGrams: bigint;
  /** All three or none. */
  lengthMm?: bigint;
  widthMm?: bigint;
  heightMm?: bigint;
  description: string;
  declaredValue?: bigint;
  items: Item[];
}

/** The packages in the units that couriers and labels use. Units stand in the names. */
export function packagesOf(packages: readonly ShipmentPackage[]): Package[] {
  return packages.map((parcel) => ({
    packageReference: parcel.packageReference,
    weightGrams: parcel.weight,
    lengthMm: parcel.length,
    widthMm: parcel.width,
    heightMm: parcel.height,
    description: parcel.description,
    declaredValue: parcel.declaredValue,
    items: parcel.items?.map(itemOf) ?? [],
  }));
}

function itemOf(item: ShipmentItem): Item {
  return {
    sku: item.sku,
    name: item.name,
    customsDescription: item.customsDescription,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    discountAmount: item.discountAmount ?? 0n,
    taxRate: item.taxRate,
    taxAmount: item.taxAmount,
    hsCode: item.hsCode,
    originCountry: item.originCountry,
    unitWeightGrams: item.unitWeight,
  };
}

const GCC = ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'];

/** What customs need of the goods that cross a border. An item or package that could not be read is undefined. */
export function judgeGoodsForCustoms(
  packages: readonly (ShipmentPackage | undefined)[],
  { destination, currency }: { destination: string | undefined; currency: string | undefined },
  at: Place,
): void {
  for (const [index, parcel] of packages.entries()) {
    if (parcel === undefined) continue;
    const place = at.below(index);
    // Without a known currency no amount could be read.
    if (parcel.declaredValue === undefined && currency !== undefined)
      requireField(place.below('declaredValue'), 'for customs');
    if ((parcel.items ?? []).length === 0) requireField(place.below('items'), 'across a border', 'CUSTOMS_REQUIRED');
    for (const [number, item] of (parcel.items ?? []).entries())
      if (item !== undefined) judgeItemForCustoms(item, destination, place.below('items').below(number));
  }
}

/** The Gulf states share a tariff with codes of 12 digits. */
function judgeItemForCustoms(
  { hsCode, originCountry }: ShipmentItem,
  destination: string | undefined,
  at: Place,
): void {
  if (hsCode === undefined) requireField(at.below('hsCode'), 'for customs', 'HS_CODE_INVALID');
  else if (!isInTariff(hsCode))
    at.below('hsCode').fail(
      `begins with ${hsCode.slice(0, 2)}: chapters of the tariff are 01 to 99 without 77`,
      'HS_CODE_INVALID',
    );
  else if (GCC.includes(destination ?? '') && hsCode.length !== 12)
    at.below('hsCode').fail('must be a tariff code of 12 digits for a Gulf state', 'HS_CODE_INVALID');
  if (originCountry === undefined) requireField(at.below('originCountry'), 'for customs', 'CUSTOMS_REQUIRED');
}

/** The Harmonized System has chapters 01 to 97, keeps 77 for later, and leaves 98 and 99 to each country. */
function isInTariff(hsCode: string): boolean {
  const chapter = Number(hsCode.slice(0, 2));
  return chapter >= 1 && chapter !== 77;
}

/** A field that could not be read has a violation already. */
export function requireField(at: Place, why: string, code?: ErrorCodeOf<400>): void {
  if (!at.hasFailed) at.fail(`is required ${why}`, code);
}
