import type { Fields } from './fields.ts';
import { LIMITS } from '../limits.ts';
import { halfUpLine } from './document-money.ts';
import { knownCountry } from './party.ts';

export interface Item {
  sku?: string; name: string; quantity: number; unitPrice: bigint; discountAmount: bigint;
  /** In millionths of one. */
  taxRate?: bigint;
  taxAmount?: bigint; hsCode?: string; originCountry?: string; unitWeightGrams?: bigint;
}

export interface Package {
  packageReference?: string; weightGrams: bigint;
  /** Millimetres; all or none. */
  lengthMm?: bigint; widthMm?: bigint; heightMm?: bigint;
  description: string; declaredValue?: bigint; items: Item[];
}

export interface PackageRules { currency: string | undefined; international: boolean; destination: string | undefined }

const GCC = ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'];

export function readPackages(body: Fields, rules: PackageRules): Package[] {
  const all = body.objects('packagesInfo');
  if (all === undefined || all.length < 1 || all.length > LIMITS.packagesMax) {
    body.bad('packagesInfo', `must hold 1 to ${LIMITS.packagesMax} packages`, 'PACKAGE_LIMIT');
    return [];
  }
  return all.map((fields) => readPackage(fields, rules));
}

function readPackage(fields: Fields, rules: PackageRules): Package {
  const [lengthMm, widthMm, heightMm] = ['length', 'width', 'height'].map((name) => fields.scaled(name, 1, { max: 10_000n }));
  const sizes = ['length', 'width', 'height'].filter((name) => fields.raw(name) !== undefined);
  if (sizes.length === 1 || sizes.length === 2) fields.bad('length', 'length, width and height go together: give all or none');
  const weightGrams = fields.scaled('weight', 3, { required: true });
  if (weightGrams === 0n) fields.bad('weight', 'must be more than 0 kg');
  const one = {
    packageReference: fields.text('packageReference'), weightGrams: weightGrams ?? 0n, lengthMm, widthMm, heightMm,
    description: fields.text('description', { required: true }) ?? '', declaredValue: fields.amount('declaredValue', rules.currency, rules.international),
    items: readItems(fields, rules),
  };
  fields.end();
  return one;
}

function readItems(fields: Fields, rules: PackageRules): Item[] {
  const items = fields.objects('items') ?? [];
  if (items.length > LIMITS.itemsPerPackageMax) fields.bad('items', `must hold at most ${LIMITS.itemsPerPackageMax} items`);
  if (rules.international && items.length === 0) fields.bad('items', 'customs need the items of an international shipment', 'CUSTOMS_REQUIRED');
  return items.slice(0, LIMITS.itemsPerPackageMax).map((item) => readItem(item, rules));
}

function readItem(fields: Fields, { currency, international, destination }: PackageRules): Item {
  const item = {
    sku: fields.text('sku'), name: fields.text('name', { required: true }) ?? '', quantity: fields.whole('quantity', { min: 1, max: LIMITS.quantityMax, required: true }) ?? 1,
    unitPrice: fields.amount('unitPrice', currency, true) ?? 0n, discountAmount: fields.amount('discountAmount', currency) ?? 0n,
    // Percent with four decimals is millionths of one.
    taxRate: fields.scaled('taxRate', 4, { max: 100n }), taxAmount: fields.amount('taxAmount', currency),
    hsCode: readHsCode(fields, international, destination), originCountry: readOrigin(fields, international),
    unitWeightGrams: fields.scaled('unitWeight', 3),
  };
  const gross = BigInt(item.quantity) * item.unitPrice;
  if (item.discountAmount > gross) fields.bad('discountAmount', 'must not be more than quantity × unitPrice', 'PRICING_MISMATCH');
  const tax = item.taxRate === undefined ? item.taxAmount : halfUpLine(gross - item.discountAmount, item.taxRate);
  if (item.taxAmount !== undefined && item.taxAmount !== tax) {
    fields.bad('taxAmount', `is ${item.taxAmount} minor units; ${tax} follow from quantity, unitPrice, discountAmount and taxRate`, 'PRICING_MISMATCH');
  }
  fields.end();
  return item;
}

function readOrigin(fields: Fields, international: boolean): string | undefined {
  const code = fields.text('originCountry', { required: international, code: international ? 'CUSTOMS_REQUIRED' : 'COUNTRY_INVALID' });
  return code === undefined || knownCountry(code) !== undefined ? code : fields.bad('originCountry', 'must be an ISO 3166 code of two capitals, such as SA', 'COUNTRY_INVALID');
}

/** The Gulf states share a tariff of 12 digits. */
function readHsCode(fields: Fields, international: boolean, destination: string | undefined): string | undefined {
  const toGulf = international && GCC.includes(destination ?? '');
  return fields.text('hsCode', {
    required: international, pattern: toGulf ? /^\d{12}$/ : /^\d{6,12}$/, code: 'HS_CODE_INVALID',
    rule: toGulf ? 'must be a tariff code of 12 digits for a Gulf state' : 'must be a tariff code of 6 to 12 digits',
  });
}
