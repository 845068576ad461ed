import type { Tx } from '@qafila/messaging/outbox';

export interface BulkItem { accountId: string; bulkId: string; index: number; eventId: string | null; status: number; code: string | null; message: string | null }

/**
 * Records what became of a bulk's items. The first outcome stands: when a crash makes the topic repeat a message, its id is
 * already claimed by its own first coming, and the repeat's 409 must not replace the 200.
 */
export async function recordBulkOutcomes(tx: Tx, items: BulkItem[]): Promise<void> {
  if (items.length === 0) return;
  const column = <T>(pick: (item: BulkItem) => T): T[] => items.map(pick);
  await tx.query(`
    INSERT INTO bulk_outcome (account_no, bulk_id, index, status, event_id, code, message)
    SELECT account.account_no, bulk_id, index, status, event_id, code, message
    FROM unnest($1::text[], $2::text[], $3::int[], $4::smallint[], $5::text[], $6::text[], $7::text[])
      AS item (account_id, bulk_id, index, status, event_id, code, message)
    JOIN account USING (account_id) JOIN bulk ON bulk.account_no = account.account_no AND bulk.id = item.bulk_id
    ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
  [column((i) => i.accountId), column((i) => i.bulkId), column((i) => i.index), column((i) => i.status), column((i) => i.eventId),
    column((i) => i.code), column((i) => i.message)]);
}
