import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { lockShipment } from '../shipments/find-shipment.ts';
import { recordAction } from '../shipments/record-history.ts';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { AlarmName, ShipmentRow } from '../shipments/shipment.entity.ts';

/** Which open alarms a person has dealt with: one by its number, those of a kind, or all; and what was found. */
export interface Resolution {
  no?: string;
  alarm?: AlarmName;
  note?: string;
}

/** Resolves alarms under the shipment's lock, so that one that is raised meanwhile stays open. */
export async function resolveAlarms(
  { pool, clock }: ShipmentDependencies,
  person: Person,
  id: string,
  resolution: Resolution,
): Promise<void> {
  if (resolution.no !== undefined && !/^\d{1,18}$/.test(resolution.no)) throw alarmNotFound(resolution.no);
  await inTransaction(pool, async (tx) => {
    const row = await lockShipment(tx, person.accountId, id);
    const closed = await closeAlarms(tx, person, row, { ...resolution, atMs: clock() });
    if (resolution.no !== undefined && closed === 0) throw alarmNotFound(resolution.no);
  });
}

/**
 * The same in a transaction that has locked the shipment; without a key the courier's news resolves them. Returns how
 * many alarms were open.
 */
export async function closeAlarms(
  tx: PoolClient,
  { accountId, keyId }: Pick<Person, 'accountId'> & Partial<Person>,
  row: Pick<ShipmentRow, 'account_id' | 'id' | 'status'>,
  { no, alarm, note, atMs }: Resolution & { atMs: number },
): Promise<number> {
  const { rows } = await tx.query<{ alarm: string }>(
    `
    UPDATE alarm SET resolved_at = $4, resolved_by = $5, resolution = $6
    WHERE account_id = $1 AND shipment_id = $2 AND resolved_at IS NULL
      AND ($3::bigint IS NULL OR no = $3) AND ($7::text IS NULL OR alarm = $7)
    RETURNING alarm`,
    [accountId, row.id, no ?? null, new Date(atMs), keyId ?? null, note ?? null, alarm ?? null],
  );
  const closed = rows.map((one) => one.alarm);
  const isAll = no === undefined && alarm === undefined;
  if (closed.length === 0 && !isAll) return 0;
  // Replicas of the version before alarms had rows write the column alone: such an alarm ends only with all of them.
  await tx.query(
    `
    UPDATE shipment SET alarms = ARRAY(
      SELECT name FROM unnest(alarms) AS a (name) WHERE NOT $3 AND (name <> ALL ($4::text[]) OR EXISTS (
        SELECT 1 FROM alarm o
        WHERE o.account_id = $1 AND o.shipment_id = $2 AND o.resolved_at IS NULL AND o.alarm = name)))
    WHERE account_id = $1 AND id = $2`,
    [accountId, row.id, isAll, closed],
  );
  if (closed.length === 0) return 0;
  const description = [closed.join(', '), note].filter(Boolean).join(': ');
  await recordAction(tx, row, { actor: keyId, action: 'resolve-alarm', description, atMs });
  return closed.length;
}

function alarmNotFound(no: string): Refusal {
  return new Refusal(404, 'ALARM_NOT_FOUND', `This shipment has no open alarm ${JSON.stringify(no)}.`, {
    param: 'alarm_id',
  });
}
