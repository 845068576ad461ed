import type { Courier } from '../couriers/courier.ts';
import { COURIER } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { recordScans } from './record-scans.ts';

/**
 * Claims shipments whose poll is due. The next poll is set before the courier is asked, so that no other process polls
 * too.
 */
export async function claimDuePolls(
  { pool, clock }: ShipmentDependencies,
  courier: Courier,
  max: number,
): Promise<ShipmentRow[]> {
  const now = clock();
  const { rows } = await pool.query<ShipmentRow>({
    name: 'due-polls',
    text: `
      UPDATE shipment s SET poll_at = $3
      FROM (
        SELECT account_id, id FROM shipment WHERE courier = $1 AND poll_at <= $2
        ORDER BY poll_at LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED
      ) due
      WHERE s.account_id = due.account_id AND s.id = due.id RETURNING s.*`,
    values: [courier.id, new Date(now), new Date(now + courier.pollEveryMs), max],
  });
  return rows;
}

export async function pollScans(
  dependencies: ShipmentDependencies,
  courier: Courier,
  { awb }: ShipmentRow,
): Promise<void> {
  const scans = await courier.poll(awb as string, AbortSignal.timeout(COURIER.callTimeoutMs));
  if (scans.length === 0) return;
  await recordScans(dependencies, { courier: courier.id, awb: awb as string, source: 'poll' }, scans);
}
