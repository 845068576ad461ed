import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { FEEDS } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import { beginImport } from './import-report.ts';
import type { SettlementFeedRow } from './settlement-feed.entity.ts';

/** A feed that this process works on, with its import under way. */
export interface ClaimedFeed extends SettlementFeedRow {
  import_id: string;
  from_at: Date;
  to_at: Date;
}

/** What an import is by when no key requested it. */
export const BY_SCHEDULE = 'schedule';

/**
 * Every connection of a gateway with books has a feed, from its connection on. Older replicas connect gateways too, so
 * the connections say it, and not the act of connecting.
 */
export async function discoverFeeds({ pool, clock, gatewayKinds }: PaymentDependencies, owner?: Owner): Promise<void> {
  const types = gatewayKinds.filter(({ hasBooks }) => hasBooks === true).map(({ type }) => type);
  const now = new Date(clock());
  const values = [types, now, owner?.accountId ?? null, owner?.storeId ?? null, owner?.mode ?? null];
  await pool.query({
    name: 'discover-settlement-feeds',
    text: `
      INSERT INTO settlement_feed (account_id, store_id, mode, gateway, read_until, next_at, created_at)
      SELECT c.account_id, c.store_id, c.mode, c.type, c.created_at, $2, $2 FROM gateway_connection c
      WHERE c.type = ANY($1) AND ($3::text IS NULL OR c.account_id = $3 AND c.store_id = $4 AND c.mode = $5)
      AND NOT EXISTS (SELECT 1 FROM settlement_feed f WHERE ${SAME})
      ON CONFLICT DO NOTHING`,
    values,
  });
}

const SAME = `f.account_id = c.account_id AND f.store_id = c.store_id AND f.mode = c.mode AND f.gateway = c.type`;

/** Takes the feed that is due for longest, and begins its import unless one is under way. */
export async function claimFeed(deps: PaymentDependencies): Promise<ClaimedFeed | undefined> {
  const now = new Date(deps.clock());
  return inTransaction(deps.pool, async (tx) => {
    const { rows } = await tx.query<SettlementFeedRow>({
      name: 'claim-settlement-feed',
      text: `
        UPDATE settlement_feed SET leased_until = $2, revision = revision + 1
        WHERE (account_id, store_id, mode, gateway) = (
          SELECT f.account_id, f.store_id, f.mode, f.gateway FROM settlement_feed f
          WHERE f.next_at <= $1 AND (f.leased_until IS NULL OR f.leased_until <= $1)
          AND EXISTS (SELECT 1 FROM gateway_connection c WHERE ${SAME})
          ORDER BY f.next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING *`,
      values: [now, new Date(now.getTime() + FEEDS.leaseMs)],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    return row.import_id === null ? begin(tx, row, now) : (row as ClaimedFeed);
  });
}

async function begin(tx: PoolClient, row: SettlementFeedRow, now: Date): Promise<ClaimedFeed> {
  const id = newId('si', now.getTime());
  const from = beginningOf(row);
  const to = new Date(Math.min(now.getTime(), from.getTime() + FEEDS.periodMsMax));
  const keyId = row.requested_by ?? BY_SCHEDULE;
  await beginImport(tx, { ...ownerOf(row), keyId }, { id, gateway: row.gateway, now });
  const { rows } = await tx.query<ClaimedFeed>({
    name: 'begin-settlement-feed',
    text: `
      UPDATE settlement_feed SET import_id = $5, from_at = $6, to_at = $7, cursor = NULL, is_read = false,
        payout_ids = '{}', reread_from = NULL, requested_by = NULL, read_until = least(read_until, $6)
      WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4 RETURNING *`,
    values: [...keyOfFeed(row), id, from, to],
  });
  return rows[0] as ClaimedFeed;
}

/** The first import begins where the connection does: earlier payments are not of this platform. */
function beginningOf({ reread_from: reread, read_until: until, succeeded_at: succeeded }: SettlementFeedRow): Date {
  if (reread !== null && reread < until) return reread;
  return succeeded === null ? until : new Date(until.getTime() - FEEDS.overlapMs);
}

export function keyOfFeed(row: SettlementFeedRow): [account: string, store: string, mode: string, gateway: string] {
  return [row.account_id, row.store_id, row.mode, row.gateway];
}

/** The feed, if no other process has taken it since; locked. */
export async function lockFeed(tx: PoolClient, claimed: ClaimedFeed): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock-settlement-feed',
    text: `SELECT 1 FROM settlement_feed WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4
      AND revision = $5 FOR UPDATE`,
    values: [...keyOfFeed(claimed), claimed.revision],
  });
  return rowCount === 1;
}

/** Writes fields of the feed, if no other process has taken it since. */
export async function writeFeed(
  db: Pool | PoolClient,
  claimed: ClaimedFeed,
  fields: Partial<SettlementFeedRow>,
): Promise<void> {
  const names = Object.keys(fields);
  await db.query(
    `UPDATE settlement_feed SET ${names.map((name, at) => `${name} = $${at + 6}`).join(', ')}
      WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4 AND revision = $5`,
    [...keyOfFeed(claimed), claimed.revision, ...Object.values(fields)],
  );
}
