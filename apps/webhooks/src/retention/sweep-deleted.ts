import type { DataSource } from 'typeorm';
import { deleteExpired } from '@qafila/runtime/delete-expired';

/**
 * Removes waiting deliveries of deleted endpoints, for a day: an attempt under way may still write its result. Returns
 * how many.
 */
export async function sweepDeleted(source: DataSource): Promise<number> {
  let count = 0;
  for (const { endpoint_no: endpointNo } of await source.query<{ endpoint_no: string }[]>(
    'SELECT endpoint_no FROM deleted_endpoint',
  ))
    for (const table of ['retry', 'dead_letter'])
      count += await deleteExpired(source, {
        table,
        where: 'endpoint_no = $1',
        orderBy: 'sequence',
        values: [endpointNo],
      });
  await source.query("DELETE FROM deleted_endpoint WHERE deleted_at < now() - interval '1 day'");
  return count;
}

/** Claims of merchants' own events expire with these events. */
export function forgetOwnEvents(source: DataSource, retentionDays: number): Promise<number> {
  return deleteExpired(source, {
    table: 'own_event',
    where: "created_at < now() - $1 * interval '1 day'",
    orderBy: 'created_at',
    values: [retentionDays],
  });
}

/** Finished replays expire with the events that they sent again. */
export function forgetReplays(source: DataSource, retentionDays: number): Promise<number> {
  return deleteExpired(source, {
    table: 'replay',
    where: "finished_at < now() - $1 * interval '1 day'",
    orderBy: 'replay_no',
    values: [retentionDays],
  });
}
