import { isJsonObject } from '@qafila/json/is-object';
import type { JsonValue } from '@qafila/json/json-value';
import { SHORT_ADDRESS } from '../body/national-address.ts';
import { foldDigits, isVisible, normalise } from '../body/text.ts';
import type { Warning } from '../body/warnings.ts';
import type { AddressBook, Resolved } from './address-book.ts';

type Fields = Record<string, unknown>;
const PARTIES = ['shipToInfo', 'shipFromInfo'] as const;

export interface FilledBody {
  body: JsonValue | undefined;
  warnings: Warning[];
}

/**
 * Fills what a Saudi party leaves out from its short address, before the body is read, and warns of what differs. What
 * was sent stays: a merchant may know more than the directory. Never refuses. Every operation that takes the body of
 * create does this first.
 */
export async function fillParties(book: AddressBook, body: JsonValue | undefined): Promise<FilledBody> {
  const warnings: Warning[] = [];
  if (!isJsonObject(body)) return { body, warnings };
  const filled: Fields = { ...(body as Fields) };
  await Promise.all(
    PARTIES.map(async (name) => {
      const party = filled[name];
      if (!isJsonObject(party)) return;
      const short = codeOf((party as Fields)['shortAddress']);
      if (codeOf((party as Fields)['countryCode']) !== 'SA' || !SHORT_ADDRESS.is.test(short)) return;
      const resolved = await book.resolve(short);
      warnings.push(...warningsOf(name, party as Fields, resolved));
      if (resolved.kind === 'found') filled[name] = fill(party as Fields, resolved.address);
    }),
  );
  return { body: filled as JsonValue, warnings };
}

type Found = Extract<Resolved, { kind: 'found' }>['address'];

/** Pure. Words are in the script of the street; an Arabic street has Arabic words. */
export function fill(party: Fields, { buildingNumber, additionalNumber, postalCode, ar, en }: Found): Fields {
  const words = /\p{Script=Arabic}/u.test(String(party['addressLine1'] ?? '')) ? ar : en;
  const found = { buildingNumber, additionalNumber, postalCode, district: words.district, city: words.city };
  const missing = Object.entries(found).filter(([name, value]) => value !== '' && isLeftOut(party[name]));
  return { ...party, ...Object.fromEntries(missing) };
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !isVisible(normalise(value)));
}

function warningsOf(name: (typeof PARTIES)[number], party: Fields, resolved: Resolved): Warning[] {
  if (resolved.kind === 'unknown') {
    const field = `${name}.shortAddress`;
    return [{ code: 'NATIONAL_ADDRESS_UNKNOWN', field, message: `${field} is not in the directory of addresses.` }];
  }
  if (resolved.kind !== 'found') return [];
  const { buildingNumber, additionalNumber, postalCode } = resolved.address;
  return Object.entries({ buildingNumber, additionalNumber, postalCode })
    .filter(([part, value]) => value !== '' && !isLeftOut(party[part]) && !codeOf(party[part]).startsWith(value))
    .map(([part, value]): Warning => {
      const field = `${name}.${part}`;
      return {
        code: 'NATIONAL_ADDRESS_DIFFERS',
        field,
        message: `${field} is ${value} in the directory of addresses.`,
      };
    });
}

/** A code as the body is read: without spaces around it, and with ASCII digits. */
function codeOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? foldDigits(normalise(String(value))) : '';
}
