import type { DataSource } from 'typeorm';
import { LIMITS } from '../limits.ts';
import { dropInParts } from './expire-days.ts';

/**
 * Removes waiting deliveries of deleted endpoints, for a day: an attempt under way may still write its result. Returns
 * how many.
 */
export async function sweepDeleted(source: DataSource): Promise<number> {
  let count = 0;
  for (const { endpoint_no: endpointNo } of await source.query<{ endpoint_no: string }[]>(
    'SELECT endpoint_no FROM deleted_endpoint',
  )) {
    for (const table of ['retry', 'dead_letter']) {
      count += await dropInParts(
        source,
        `DELETE FROM ${table} WHERE endpoint_no = $1 AND sequence IN (
        SELECT sequence FROM ${table} WHERE endpoint_no = $1 LIMIT ${LIMITS.retentionRowsPerDeleteMax}) RETURNING 1`,
        [endpointNo],
      );
    }
  }
  await source.query("DELETE FROM deleted_endpoint WHERE deleted_at < now() - interval '1 day'");
  return count;
}

/** Claims of merchants' own events expire with these events. */
export function forgetOwnEvents(source: DataSource, retentionDays: number): Promise<number> {
  return dropInParts(
    source,
    `DELETE FROM own_event WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM own_event WHERE created_at < now() - $1 * interval '1 day'
        ORDER BY created_at LIMIT ${LIMITS.retentionRowsPerDeleteMax})) RETURNING 1`,
    [retentionDays],
  );
}

/** Finished replays expire with the events that they sent again. */
export async function forgetReplays(source: DataSource, retentionDays: number): Promise<void> {
  await source.query("DELETE FROM replay WHERE finished_at < now() - $1 * interval '1 day'", [retentionDays]);
}
