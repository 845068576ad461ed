import type { Item, Package } from '../body/packages.ts';
import type { Party } from '../body/party.schema.ts';
import { sum } from '../body/document-money.ts';
import { countryName } from './country-name.ts';
import type { Bilingual, PaperField, PaperParty } from '../label/paper/paper.ts';

export function field(title: Bilingual, value: string | undefined): PaperField[] {
  return value === undefined || value === '' ? [] : [{ title, value }];
}

/** A party as customs read it: Latin letters first, then its own spelling, and its numbers. */
export function paperParty(title: Bilingual, party: Party, more: readonly string[] = []): PaperParty {
  const { latin, phone, email, taxId } = party;
  const spellings = latin === undefined ? [party] : [latin, party];
  const numbers = [phone, email, taxId === undefined ? undefined : `Tax ${taxId}`];
  const addresses = spellings.flatMap((spelling) => addressLines(party, spelling));
  const lines = [...addresses, numbers.filter(Boolean).join(', '), more.join(', ')];
  return { title, lines: lines.filter((line) => line !== '') };
}

type Spelling = Pick<
  Party,
  'name' | 'companyName' | 'addressLine1' | 'addressLine2' | 'district' | 'city' | 'province'
>;

function addressLines(party: Party, spelling: Spelling): string[] {
  const { name, companyName, addressLine1, addressLine2, district, city, province } = spelling;
  const separator = /\p{Script=Arabic}/u.test(city) ? '، ' : ', ';
  const line = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(separator);
  const country = countryName(party.countryCode, separator === '، ' ? 'ar' : 'en');
  return [
    line(name, companyName === name ? undefined : companyName),
    line(party.buildingNumber, addressLine1, addressLine2, district),
    line([city, party.postalCode].filter(Boolean).join(' '), province, country),
  ];
}

/** What the goods are: in Latin letters where the sender gave them, and below in their own words. */
export function goodsOf({ name, customsDescription, sku }: Item): string {
  const article = sku === undefined ? '' : ` (${sku})`;
  return customsDescription === undefined ? `${name}${article}` : `${customsDescription}${article}\n${name}`;
}

export function kilograms(grams: bigint | undefined): string {
  if (grams === undefined) return '';
  const digits = grams.toString().padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)} kg`;
}

export function lineWeight({ quantity, unitWeightGrams }: Item): bigint | undefined {
  return unitWeightGrams === undefined ? undefined : BigInt(quantity) * unitWeightGrams;
}

export function grossWeight(packages: readonly Package[]): bigint {
  return sum(packages.map(({ weightGrams }) => weightGrams));
}

/** Without packaging; unknown while one item has no weight. */
export function netWeight(packages: readonly Package[]): bigint | undefined {
  const weights = packages.flatMap(({ items }) => items.map(lineWeight));
  return weights.every((weight) => weight !== undefined) ? sum(weights) : undefined;
}

export function piecesOf(packages: readonly Package[]): number {
  return packages.flatMap(({ items }) => items).reduce((pieces, { quantity }) => pieces + quantity, 0);
}
