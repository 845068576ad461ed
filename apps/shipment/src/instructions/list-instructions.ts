import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { instructionView } from './instruction-view.ts';
import type { InstructionRow } from './instruction.entity.ts';
import type { InstructionAnswer, ListInstructionsQuery } from './instruction.schema.ts';

/** Newest first. */
export async function listInstructions(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListInstructionsQuery,
): Promise<Page<InstructionAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { rows } = await pool.query<InstructionRow>(
    `
    SELECT * FROM instruction
    WHERE account_id = $1 AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR shipment_id = $3)
      AND ($5::text IS NULL OR state = $5) ${query.status === 'TO_DO' ? "AND state = 'TO_DO'" : ''}
    ORDER BY id DESC LIMIT $4`,
    [accountId, before?.[0] ?? null, query.shipmentId ?? null, size + 1, query.status ?? null],
  );
  return pageOf(rows, size, { item: instructionView, key: (row) => [row.id] });
}
