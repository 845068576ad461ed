import type { Tx } from '@qafila/messaging/outbox';

export interface BulkResult {
  accountId: string;
  bulkId: string;
  index: number;
  eventId: string | null;
  status: number;
  code: string | null;
  message: string | null;
}

/**
 * Records the results of a bulk's items. The first result of an item is final: after a crash the topic repeats a
 * message whose id is already claimed by the message itself, and the 409 of the repeat must not replace the 200.
 */
export async function recordBulkResults(tx: Tx, results: BulkResult[]): Promise<void> {
  if (results.length === 0) return;
  const column = <T>(pick: (result: BulkResult) => T): T[] => results.map(pick);
  await tx.query(
    `
    INSERT INTO bulk_outcome (account_no, bulk_id, index, status, event_id, code, message)
    SELECT account.account_no, bulk_id, index, status, event_id, code, message
    FROM unnest($1::text[], $2::text[], $3::int[], $4::smallint[], $5::text[], $6::text[], $7::text[])
      AS item (account_id, bulk_id, index, status, event_id, code, message)
    JOIN account USING (account_id) JOIN bulk ON bulk.account_no = account.account_no AND bulk.id = item.bulk_id
    ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    [
      column((result) => result.accountId),
      column((result) => result.bulkId),
      column((result) => result.index),
      column((result) => result.status),
      column((result) => result.eventId),
      column((result) => result.code),
      column((result) => result.message),
    ],
  );
}
