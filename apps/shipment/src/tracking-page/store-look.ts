import type { Pool, PoolClient } from 'pg';
import type { StoreLook } from '@qafila/pages/layout';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { StoreLookRow } from './store-look.entity.ts';
import type { ChangeTrackingPageBody } from './tracking-page.schema.ts';

export interface TrackingLook extends StoreLook {
  supportUrl: string | null;
}

/** Of a store that has set nothing. */
const DEFAULT: TrackingLook = { name: 'Store', color: '#0b5d57', supportUrl: null };

export async function storeLook(db: Pool | PoolClient, { accountId, storeId, mode }: Owner): Promise<TrackingLook> {
  const {
    rows: [row],
  } = await db.query<StoreLookRow>({
    name: 'store-look',
    text: 'SELECT * FROM store_look WHERE account_id = $1 AND store_id = $2 AND mode = $3',
    values: [accountId, storeId, mode],
  });
  return row === undefined ? DEFAULT : { name: row.name, color: row.color, supportUrl: row.support_url };
}

/** Fields that are left out keep their values. */
export async function changeStoreLook(
  { pool, clock }: ShipmentDependencies,
  { accountId, storeId, mode }: Owner,
  { name, color, supportUrl }: ChangeTrackingPageBody,
): Promise<TrackingLook> {
  const {
    rows: [row],
  } = await pool.query<StoreLookRow>(
    `
    INSERT INTO store_look (account_id, store_id, mode, name, color, support_url, updated_at)
    VALUES ($1, $2, $3, coalesce($4, $8), coalesce($5, $9), $6, $10)
    ON CONFLICT (account_id, store_id, mode) DO UPDATE SET name = coalesce($4, store_look.name),
      color = coalesce($5, store_look.color),
      support_url = CASE WHEN $7 THEN $6 ELSE store_look.support_url END, updated_at = $10
    RETURNING *`,
    [
      accountId,
      storeId,
      mode,
      name ?? null,
      color ?? null,
      supportUrl ?? null,
      supportUrl !== undefined,
      DEFAULT.name,
      DEFAULT.color,
      new Date(clock()),
    ],
  );
  const stored = row as StoreLookRow;
  return { name: stored.name, color: stored.color, supportUrl: stored.support_url };
}
