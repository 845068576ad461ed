import type { PoolClient } from 'pg';
import type { CourierScan, LabelData } from '../couriers/courier.ts';
import { decide, nextCourierCall } from '../state/shipment.state.ts';
import type { Command, Decision } from '../state/shipment.state.ts';
import { isFinal } from '../state/status.ts';
import { publishDecision } from './publish-shipment-events.ts';
import { collectedMinor, recordHistory } from './record-history.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { HistorySource } from './history.entity.ts';
import { stateOf } from './shipment.entity.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** A command, where it comes from, and what comes with it. */
export interface Change {
  command: Command;
  source: HistorySource;
  reasonCode?: string;
  /** The courier's own words for it. */
  reason?: string;
  /** Comes with a booking. */
  label?: LabelData;
  scan?: CourierScan;
  /** When the next courier call is due; now by default. */
  dueAtMs?: number;
}

/**
 * Applies a command to a locked row: state, history and events in the caller's transaction. This is the only function
 * that changes a shipment's status. Throws the state machine's refusals.
 */
export async function changeShipment(
  dependencies: ShipmentDependencies,
  tx: PoolClient,
  row: ShipmentRow,
  change: Change,
): Promise<ShipmentRow> {
  const before = stateOf(row);
  const decision = decide(before, change.command);
  const now = dependencies.clock();
  const { source, reasonCode, reason, scan } = change;
  const { occurredAtMs = now } = scan ?? {};
  const { entered, facts, alarm } = decision;
  if (alarm !== undefined) raiseAlarm(dependencies, row, alarm);
  const isChanged = decision.state !== before || alarm !== undefined;
  const after = isChanged ? await updateRow(dependencies, tx, row, { ...change, decision }) : row;
  await recordHistory(tx, after, { entered, source, reasonCode, reason, scan, occurredAtMs, receivedAtMs: now });
  if (entered.length + facts.length > 0) {
    await publishDecision(tx, after, before.status, {
      decision,
      context: { occurredAtMs, reasonCode: scan?.reasonCode ?? reasonCode },
    });
  }
  for (const { status } of entered) dependencies.metrics.entered(row.courier, status);
  return after;
}

export function raiseAlarm(
  { log, metrics }: Pick<ShipmentDependencies, 'log' | 'metrics'>,
  row: ShipmentRow,
  alarm: ShipmentRow['alarms'][number],
): void {
  log.error({ shipment: row.id, courier: row.courier, alarm }, 'shipment.alarm');
  metrics.raised(alarm);
}

async function updateRow(
  { clock, couriers }: ShipmentDependencies,
  tx: PoolClient,
  row: ShipmentRow,
  { decision, label, scan, dueAtMs }: Change & { decision: Decision },
): Promise<ShipmentRow> {
  const { state, alarm } = decision;
  const now = clock();
  const isCallDue = nextCourierCall(state) !== undefined;
  const isUnderWay = state.awb !== null && !isFinal(state.status);
  const pollAt = row.poll_at ?? new Date(now + (couriers.find(row.courier)?.pollEveryMs ?? 0));
  const {
    rows: [after],
  } = await tx.query<ShipmentRow>({
    name: 'update-shipment',
    text: `
      UPDATE shipment SET
        status = $3, version = $4, booking = $5, awb = $6, cancel_wanted = $7, resume_to = $8, scanned_at = $9,
        label = coalesce($10, label),
        alarms = CASE WHEN $11::text IS NULL OR $11 = ANY (alarms) THEN alarms ELSE alarms || $11::text END,
        due_at = $12, tries = $13, poll_at = $14, cod_collected_minor = coalesce($15, cod_collected_minor),
        updated_at = $16
      WHERE account_id = $1 AND id = $2 RETURNING *`,
    values: [
      row.account_id,
      row.id,
      state.status,
      state.version,
      state.booking,
      state.awb,
      state.cancelWanted,
      state.resumeTo,
      state.scannedAtMs === 0 ? null : new Date(state.scannedAtMs),
      label === undefined ? null : JSON.stringify(label),
      alarm ?? null,
      isCallDue ? new Date(dueAtMs ?? now) : null,
      isCallDue && state.status === row.status ? row.tries : 0,
      isUnderWay ? pollAt : null,
      (state.status === 'DELIVERED' ? collectedMinor(row, scan) : undefined) ?? null,
      new Date(now),
    ],
  });
  return after as ShipmentRow;
}
