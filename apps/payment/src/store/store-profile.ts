import type { Pool, PoolClient } from 'pg';
import { invalid } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { METHODS } from '../routing/choose-gateways.ts';
import type { Method } from '../routing/choose-gateways.ts';
import type { Owner } from '../payments.ts';
import { readBody, readText } from '../reading.ts';

/** How a store shows itself on its customers' pages, and what it offers there. */
export interface StoreProfile { name: string; color: string; methods: Method[] | null }

const DEFAULT: StoreProfile = { name: 'Store', color: '#0b5d57', methods: null };
const COLOR = /^#[0-9a-f]{6}$/i;
/** Black on white is 21; below this white text on the colour cannot be read by everyone (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5;

export async function storeProfile(db: Pool | PoolClient, { accountId, storeId, mode }: Owner): Promise<StoreProfile> {
  const { rows: [row] } = await db.query<StoreProfile>({
    name: 'store-profile', text: 'SELECT name, color, methods FROM store_profile WHERE account_id = $1 AND store_id = $2 AND mode = $3', values: [accountId, storeId, mode],
  });
  return profileOr(row);
}

/** A store that was never set up shows itself plainly, and takes whatever the deployment can do. */
export function profileOr(profile: StoreProfile | undefined): StoreProfile {
  return profile ?? DEFAULT;
}

/** Of several stores at once, each found by its owner. */
export async function storeProfiles(db: Pool | PoolClient, owners: readonly Owner[]): Promise<(owner: Owner) => StoreProfile> {
  const distinct = [...new Map(owners.map((owner) => [keyOf(owner), owner])).values()];
  const { rows } = await db.query<StoreProfile & { account_id: string; store_id: string; mode: string }>({
    name: 'store-profiles',
    text: `SELECT account_id, store_id, mode, name, color, methods FROM store_profile
      WHERE (account_id, store_id, mode) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`,
    values: [distinct.map((one) => one.accountId), distinct.map((one) => one.storeId), distinct.map((one) => one.mode)],
  });
  const found = new Map(rows.map((row) => [keyOf({ accountId: row.account_id, storeId: row.store_id, mode: row.mode }), row]));
  return (owner) => profileOr(found.get(keyOf(owner)));
}

function keyOf({ accountId, storeId, mode }: Owner): string {
  return JSON.stringify([accountId, storeId, mode]);
}

export async function changeStoreProfile(pool: Pool, owner: Owner, body: JsonValue | undefined): Promise<StoreProfile> {
  const sent = readBody(body);
  const known = await storeProfile(pool, owner);
  const profile: StoreProfile = {
    name: sent.name === undefined ? known.name : readText(sent.name, 'name', 80),
    color: sent.color === undefined ? known.color : readColor(sent.color),
    methods: sent.payment_methods === undefined ? known.methods : readStoreMethods(sent.payment_methods),
  };
  await pool.query(`
    INSERT INTO store_profile (account_id, store_id, mode, name, color, methods) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (account_id, store_id, mode) DO UPDATE SET name = excluded.name, color = excluded.color, methods = excluded.methods, updated_at = now()`,
  [owner.accountId, owner.storeId, owner.mode, profile.name, profile.color, profile.methods]);
  return profile;
}

function readColor(value: JsonValue): string {
  if (typeof value !== 'string' || !COLOR.test(value)) throw invalid('color', 'color must be six hexadecimal digits such as "#0b5d57".');
  if (contrastWithWhite(value) < CONTRAST_MIN) throw invalid('color', `color is too light for white text on it: its contrast must be ${CONTRAST_MIN} or more.`);
  return value.toLowerCase();
}

function contrastWithWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255)) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Null or an empty list: all that the deployment can do, and nothing. */
function readStoreMethods(value: JsonValue): Method[] | null {
  if (value === null) return null;
  if (!Array.isArray(value) || !value.every((one) => METHODS.includes(one as Method))) throw invalid('payment_methods', `payment_methods must be null or an array of ${METHODS.join(', ')}.`);
  return value as Method[];
}
