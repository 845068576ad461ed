import type { Pool, PoolClient } from 'pg';
import type { Owner } from '../owner.ts';
import type { StoreProfileRow } from './store-profile.entity.ts';
import type { ChangeStoreBody } from './store.schema.ts';

/** What a merchant sets of the store's customer pages. */
export type StoreProfile = Pick<StoreProfileRow, 'name' | 'color' | 'methods'>;

const DEFAULT: StoreProfile = { name: 'Store', color: '#0b5d57', methods: null };

export async function storeProfile(db: Pool | PoolClient, { accountId, storeId, mode }: Owner): Promise<StoreProfile> {
  const {
    rows: [row],
  } = await db.query<StoreProfile>({
    name: 'store-profile',
    text: 'SELECT name, color, methods FROM store_profile WHERE account_id = $1 AND store_id = $2 AND mode = $3',
    values: [accountId, storeId, mode],
  });
  return profileOr(row);
}

/** The profile of a store without one: a plain appearance, and every method that the deployment supports. */
export function profileOr(profile: StoreProfile | undefined): StoreProfile {
  return profile ?? DEFAULT;
}

/** The profiles of several stores in one query; the returned function finds one by its owner. */
export async function storeProfiles(
  db: Pool | PoolClient,
  owners: readonly Owner[],
): Promise<(owner: Owner) => StoreProfile> {
  const distinct = [...new Map(owners.map((owner) => [keyOf(owner), owner])).values()];
  const { rows } = await db.query<Omit<StoreProfileRow, 'updated_at'>>({
    name: 'store-profiles',
    text: `SELECT account_id, store_id, mode, name, color, methods FROM store_profile
      WHERE (account_id, store_id, mode) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`,
    values: (['accountId', 'storeId', 'mode'] as const).map((field) => distinct.map((owner) => owner[field])),
  });
  const found = new Map(
    rows.map((row) => [keyOf({ accountId: row.account_id, storeId: row.store_id, mode: row.mode }), row]),
  );
  return (owner) => profileOr(found.get(keyOf(owner)));
}

function keyOf({ accountId, storeId, mode }: Owner): string {
  return JSON.stringify([accountId, storeId, mode]);
}

export async function changeStoreProfile(pool: Pool, owner: Owner, sent: ChangeStoreBody): Promise<StoreProfile> {
  const known = await storeProfile(pool, owner);
  const profile: StoreProfile = {
    name: sent.name ?? known.name,
    color: sent.color ?? known.color,
    methods: sent.payment_methods === undefined ? known.methods : sent.payment_methods,
  };
  await pool.query(
    `
    INSERT INTO store_profile (account_id, store_id, mode, name, color, methods) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (account_id, store_id, mode) DO UPDATE SET name = excluded.name, color = excluded.color,
    methods = excluded.methods, updated_at = now()`,
    [owner.accountId, owner.storeId, owner.mode, profile.name, profile.color, profile.methods],
  );
  return profile;
}
