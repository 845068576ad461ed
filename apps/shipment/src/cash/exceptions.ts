import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import { differsEvent, publishCod } from '../shipments/cod-events.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { FoundException } from './judge-lines.ts';
import type { RemittanceExceptionRow } from './remittance.entity.ts';

export interface ExceptionContext {
  owner: Owner;
  courier: string;
  now: Date;
  /** The parcels that exceptions may name, for their events. */
  rows?: ReadonlyMap<string, ShipmentRow>;
}

/**
 * Stores exceptions with an event for each that opens; the same one again changes nothing. One that was resolved opens
 * again when its amounts are others, or when only a later report had explained it. Returns how many opened.
 */
export async function openExceptions(
  tx: PoolClient,
  { owner, courier, now, rows = new Map() }: ExceptionContext,
  found: readonly FoundException[],
): Promise<number> {
  if (found.length === 0) return 0;
  // One statement cannot change a row twice: the last report about a thing counts.
  const newest = [...new Map(found.map((each) => [`${each.kind} ${each.subject}`, each])).values()];
  const { rows: opened } = await tx.query<RemittanceExceptionRow>({
    name: 'open-remittance-exceptions',
    text: `
      INSERT INTO remittance_exception AS e
      SELECT * FROM json_populate_recordset(NULL::remittance_exception, $1)
      ON CONFLICT (account_id, courier, kind, subject) DO UPDATE SET state = 'open', resolution = NULL, note = '',
        resolved_by = NULL, resolved_at = NULL, expected_minor = excluded.expected_minor,
        actual_minor = excluded.actual_minor, why = excluded.why
      WHERE e.resolution = 'explained' OR e.expected_minor IS DISTINCT FROM excluded.expected_minor
        OR e.actual_minor IS DISTINCT FROM excluded.actual_minor
      RETURNING *`,
    values: [JSON.stringify(newest.map((each) => rowOf(owner, courier, each, now)))],
  });
  const events = opened.map((row) =>
    differsEvent({
      owner,
      courier,
      currency: row.currency,
      amountMinor: BigInt(row.actual_minor ?? 0) - BigInt(row.expected_minor ?? 0),
      occurredAt: now,
      row: row.shipment_id === null ? undefined : rows.get(row.shipment_id),
      remittanceId: row.remittance_id,
      reason: row.kind,
      exceptionId: row.id,
    }),
  );
  await publishCod(tx, events);
  return opened.length;
}

function rowOf(owner: Owner, courier: string, found: FoundException, now: Date): RemittanceExceptionRow {
  return {
    account_id: owner.accountId,
    id: newId('rx', now.getTime()),
    store_id: owner.storeId,
    mode: owner.mode,
    courier,
    kind: found.kind,
    subject: found.subject,
    line_key: found.lineKey ?? null,
    remittance_id: found.remittanceId,
    shipment_id: found.shipmentId ?? null,
    currency: found.currency,
    expected_minor: found.expected === undefined ? null : String(found.expected),
    actual_minor: found.actual === undefined ? null : String(found.actual),
    why: found.why,
    state: 'open',
    resolution: null,
    note: '',
    resolved_by: null,
    resolved_at: null,
    adjusted_minor: '0',
    created_at: now,
  };
}

/** Closes the open exceptions of a kind about these things. */
export async function explainExceptions(
  tx: PoolClient,
  { accountId, courier, now }: { accountId: string; courier: string; now: Date },
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await tx.query({
    name: 'explain-remittances',
    text: `
      UPDATE remittance_exception SET state = 'resolved', resolution = 'explained', resolved_at = $4
      WHERE account_id = $1 AND courier = $2 AND kind = 'remittance_differs' AND subject = ANY ($3)
        AND state = 'open'`,
    values: [accountId, courier, subjects, now],
  });
}
