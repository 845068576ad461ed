import { ROWS_PER_DELETE_MAX, deleteSomeExpired } from '@qafila/runtime/delete-expired';
import type { Queryable } from '@qafila/runtime/delete-expired';
import { OUTBOX_RETENTION_DAYS } from './outbox-partitions.ts';

/**
 * A claim must outlive the last repeat of its event: the outbox may be published again for 8 days, and a topic keeps a
 * message for 7 days by default.
 */
export const CLAIM_DAYS = { default: 30, min: 2 * OUTBOX_RETENTION_DAYS };

/** Deletes claims of the inbox that are older than this. Returns whether more are left. */
export async function expireClaims(db: Queryable, days: number): Promise<boolean> {
  const deleted = await deleteSomeExpired(db, {
    table: 'inbox',
    where: "handled_at < now() - $1 * interval '1 day'",
    orderBy: 'handled_at',
    values: [days],
  });
  return deleted === ROWS_PER_DELETE_MAX;
}
