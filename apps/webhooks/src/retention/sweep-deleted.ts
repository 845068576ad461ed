import type { DataSource } from 'typeorm';
import { LIMITS } from '../limits.ts';
import { dropInParts } from './expire-days.ts';

/** What waited for endpoints that are deleted. Looked at for a day: an attempt that was under way may still write of itself. Answers how many rows. */
export async function sweepDeleted(source: DataSource): Promise<number> {
  let count = 0;
  for (const { endpoint_no: endpointNo } of await source.query<{ endpoint_no: string }[]>('SELECT endpoint_no FROM deleted_endpoint')) {
    for (const table of ['retry', 'dead_letter']) {
      count += await dropInParts(source, `DELETE FROM ${table} WHERE endpoint_no = $1 AND sequence IN (
        SELECT sequence FROM ${table} WHERE endpoint_no = $1 LIMIT ${LIMITS.retentionRowsPerDeleteMax}) RETURNING 1`, [endpointNo]);
    }
  }
  await source.query("DELETE FROM deleted_endpoint WHERE deleted_at < now() - interval '1 day'");
  return count;
}

/** Finished replays are history, and go with the events that they sent again. */
export async function forgetReplays(source: DataSource, retentionDays: number): Promise<void> {
  await source.query("DELETE FROM replay WHERE finished_at < now() - $1 * interval '1 day'", [retentionDays]);
}
