import type { Tx } from './outbox.ts';

/**
 * Claims events for a consumer inside the transaction of their effect, and returns the ids that are new. Repeated
 * events are not among them. If the transaction fails, its claims are rolled back. A second consumer that claims the
 * same id waits for the commit of the first.
 */
export async function claim(tx: Tx, consumer: string, eventIds: string[]): Promise<Set<string>> {
  const result = await tx.query(
    `INSERT INTO inbox (consumer, event_id) SELECT $1, id FROM unnest($2::text[]) AS id ORDER BY id
    ON CONFLICT DO NOTHING RETURNING event_id`,
    [consumer, eventIds],
  );
  return new Set(rowsOf<{ event_id: string }>(result).map((row) => row.event_id));
}

/** pg returns `{rows}`, TypeORM the rows themselves. */
function rowsOf<Row>(result: unknown): Row[] {
  return Array.isArray(result) ? (result as Row[]) : (result as { rows: Row[] }).rows;
}
