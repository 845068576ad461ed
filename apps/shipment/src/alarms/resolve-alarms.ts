import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { lockShipment } from '../shipments/find-shipment.ts';
import { recordAction } from '../shipments/record-history.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { Person } from '../shipments/owner.ts';

/** Which alarms a person has dealt with: one by its number, or all that are open; and what was found. */
export interface Resolution {
  no?: string;
  note?: string;
}

/** Resolves alarms under the shipment's lock, so that one that is raised meanwhile stays open. */
export async function resolveAlarms(
  { pool, clock }: ShipmentDependencies,
  { accountId, keyId }: Person,
  id: string,
  { no, note }: Resolution,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const row = await lockShipment(tx, accountId, id);
    const { rows } = await tx.query<{ alarm: string }>(
      `
      UPDATE alarm SET resolved_at = $4, resolved_by = $5, resolution = $6
      WHERE account_id = $1 AND shipment_id = $2 AND resolved_at IS NULL AND ($3::bigint IS NULL OR no = $3)
      RETURNING alarm`,
      [accountId, id, no ?? null, new Date(clock()), keyId, note ?? null],
    );
    if (no !== undefined && rows.length === 0) throw alarmNotFound(no);
    await tx.query(
      `
      UPDATE shipment SET alarms = ARRAY(
        SELECT DISTINCT alarm FROM alarm WHERE account_id = $1 AND shipment_id = $2 AND resolved_at IS NULL)
      WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    if (rows.length > 0)
      await recordAction(tx, row, {
        actor: keyId,
        action: 'resolve-alarm',
        description: [rows.map(({ alarm }) => alarm).join(', '), note].filter(Boolean).join(': '),
        atMs: clock(),
      });
  });
}

function alarmNotFound(no: string): Refusal {
  return new Refusal(404, 'ALARM_NOT_FOUND', `This shipment has no open alarm ${JSON.stringify(no)}.`, {
    param: 'alarm_id',
  });
}
