import type { PoolClient } from 'pg';
import type { CourierScan, LabelData } from '../couriers/courier.ts';
import { COURIER } from '../limits.ts';
import { decide, nextCourierCall } from '../state/shipment.state.ts';
import type { Command, Decision, ShipmentState } from '../state/shipment.state.ts';
import { isFinal, MISSING } from '../state/status.ts';
import type { CollectedCash } from './judge-cash.ts';
import { publishDecision } from './publish-shipment-events.ts';
import { raiseAlarms } from './raise-alarms.ts';
import { recordHistory } from './record-history.ts';
import { reportCash } from './report-cash.ts';
import { settleCash } from './settle-cash.ts';
import type { Entered, ShipmentDependencies } from './shipment-dependencies.ts';
import type { HistorySource } from './history.entity.ts';
import { stateOf } from './shipment.entity.ts';
import type { AlarmName, ShipmentRow } from './shipment.entity.ts';

/** A command, where it comes from, and what comes with it. */
export interface Change {
  command: Command;
  source: HistorySource;
  reasonCode?: string;
  /** The courier's own words for it. */
  reason?: string;
  /** Comes with a booking. */
  label?: LabelData;
  /** As the courier sent it; the command has the time by which it is judged. */
  scan?: CourierScan;
  /** Who gave the command, for the history. */
  person?: { actor: string; action: string; note?: string };
  /** Alarms beside those of the decision. */
  alarms?: readonly AlarmName[];
  /** When the next courier call is due; now by default. */
  dueAtMs?: number;
  /** Gets the state that is entered, where more may follow: the caller then notifies the receiver. */
  holdNews?: (entered: Entered) => void;
}

/**
 * Applies a command to a locked row: state, history, alarms and events in the caller's transaction. This is the only
 * function that changes a shipment's status. Throws the state machine's refusals.
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
  const { source, reasonCode, reason, scan, person } = change;
  const { occurredAtMs = now } = scan ?? {};
  const { entered, facts, enteredPackage } = decision;
  const cash = await cashOf(tx, row, change, now);
  const after = needsUpdate(row, change, { isSame: decision.state === before, cash })
    ? await updateRow(dependencies, tx, row, { ...change, decision, cash })
    : row;
  await recordHistory(tx, after, {
    entered,
    source,
    reasonCode,
    reason,
    scan,
    person,
    occurredAtMs,
    receivedAtMs: now,
  });
  if (entered.length + facts.length > 0 || enteredPackage !== undefined) {
    const context = { occurredAtMs, reasonCode: scan?.reasonCode ?? reasonCode, reason: scan?.reason ?? reason };
    await publishDecision(tx, after, before.status, { decision, context });
  }
  for (const { status } of entered) dependencies.metrics.entered(row.courier, status);
  const last = entered.at(-1);
  if (last !== undefined && !last.inferred)
    await follow(dependencies, tx, after, { entered: { status: last.status, occurredAtMs }, change });
  const alarms = [...decision.alarms, ...(change.alarms ?? [])];
  const raised = await raiseAlarms(dependencies, tx, after, { alarms, otherAwb: otherAwbOf(change.command), scan });
  return settleCash(dependencies, tx, raised, { before: before.status, cash, occurredAtMs: judgedAtMs(change, now) });
}

async function follow(
  { onEntered, notifyReceiver }: ShipmentDependencies,
  tx: PoolClient,
  row: ShipmentRow,
  { entered, change: { holdNews } }: { entered: Entered; change: Change },
): Promise<void> {
  await onEntered(tx, row, entered);
  if (holdNews === undefined) await notifyReceiver(tx, row, [entered]);
  else holdNews(entered);
}

/**
 * A scan that is recorded already, whose cash the courier corrects: the state stays, and the correction is a report of
 * its own.
 */
export async function correctCash(
  dependencies: ShipmentDependencies,
  tx: PoolClient,
  row: ShipmentRow,
  { scan, judgedAtMs: atMs }: { scan: CourierScan; judgedAtMs: number },
): Promise<ShipmentRow> {
  const now = dependencies.clock();
  const cash = await reportCash(tx, row, { scan, judgedAtMs: atMs, receivedAtMs: now });
  if (cash === undefined) return row;
  const { rows } = await tx.query<ShipmentRow>({
    name: 'correct-cash',
    text: `
      UPDATE shipment SET cod_collected_minor = $3, updated_at = $4 WHERE account_id = $1 AND id = $2 RETURNING *`,
    values: [row.account_id, row.id, collectedColumn(row, cash), new Date(now)],
  });
  return settleCash(dependencies, tx, rows[0] as ShipmentRow, { before: row.status, cash, occurredAtMs: atMs });
}

/** What moves after its end is followed again, also where the scan changes nothing. */
function needsUpdate(
  { status }: ShipmentRow,
  { scan }: Change,
  { isSame, cash }: { isSame: boolean; cash: unknown },
): boolean {
  const isScanAfterEnd = scan !== undefined && isFinal(status);
  return !isSame || cash !== undefined || isScanAfterEnd;
}

async function cashOf(
  tx: PoolClient,
  row: ShipmentRow,
  change: Change,
  now: number,
): Promise<CollectedCash | undefined> {
  const { scan } = change;
  return scan === undefined
    ? undefined
    : reportCash(tx, row, { scan, judgedAtMs: judgedAtMs(change, now), receivedAtMs: now });
}

/** By the time of its command a scan is judged; what is not a scan happens now. */
function judgedAtMs({ command }: Change, now: number): number {
  return command.kind === 'scan' ? command.scan.occurredAtMs : now;
}

function collectedColumn(row: ShipmentRow, cash: CollectedCash | undefined): string | null {
  if (cash === undefined) return row.cod_collected_minor;
  return cash.totalMinor === null ? null : String(cash.totalMinor);
}

/** The waybill that a command names, which an alarm keeps beside the shipment's own. */
function otherAwbOf(command: Command): string | undefined {
  if (command.kind === 'booked' || command.kind === 'set-waybill') return command.awb;
  return command.kind === 'scan' ? command.scan.awb : undefined;
}

async function updateRow(
  { clock, couriers }: ShipmentDependencies,
  tx: PoolClient,
  row: ShipmentRow,
  {
    command,
    decision: { state },
    label,
    dueAtMs,
    cash,
  }: Change & { decision: Decision; cash: CollectedCash | undefined },
): Promise<ShipmentRow> {
  const now = clock();
  const isCallDue = nextCourierCall(state) !== undefined;
  const {
    rows: [after],
  } = await tx.query<ShipmentRow>({
    name: 'update-shipment',
    text: `
      UPDATE shipment SET
        status = $3, version = $4, booking = $5, awb = $6, cancel_wanted = $7, resume_to = $8, scanned_at = $9,
        label = coalesce($10, label), packages = $11, courier = $17,
        service_code = CASE WHEN courier = $17 THEN service_code END,
        courier_draft = CASE WHEN $18 THEN NULL ELSE courier_draft END,
        due_at = $12, tries = $13, poll_at = $14, cod_collected_minor = $15,
        updated_at = $16, of_deployment = $19
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
      state.packages === null ? null : JSON.stringify(state.packages),
      isCallDue ? new Date(dueAtMs ?? now) : null,
      isCallDue ? triesAfter(state, row) : 0,
      nextPollAt(row, state, {
        nowMs: now,
        everyMs: couriers.polling(state.courier)?.everyMs ?? 0,
        isScan: command.kind === 'scan',
      }),
      collectedColumn(row, cash),
      new Date(now),
      state.courier,
      endsDraft(command) || state.courier !== row.courier,
      couriers.shared(state.courier) !== undefined,
    ],
  });
  return after as ShipmentRow;
}

/** The end of a parcel is polled too, seldom: couriers correct themselves. A scan after the end renews this. */
function nextPollAt(
  { poll_at: pollAt, status: before }: ShipmentRow,
  { awb, status }: ShipmentState,
  { nowMs, everyMs, isScan }: { nowMs: number; everyMs: number; isScan: boolean },
): Date | null {
  if (awb === null) return null;
  if (isFinal(status)) {
    if (isFinal(before) && pollAt === null && !isScan) return null;
    return new Date(nowMs + (MISSING.includes(status) ? COURIER.pollMissingEveryMs : COURIER.pollEndedEveryMs));
  }
  return isFinal(before) || pollAt === null ? new Date(nowMs + everyMs) : pollAt;
}

/** Another courier, or another kind of call, starts to count from 0. */
function triesAfter({ status, courier }: ShipmentState, row: ShipmentRow): number {
  return status === row.status && courier === row.courier ? row.tries : 0;
}

/** After these a draft is no longer what the courier is to carry, or has carried. */
function endsDraft({ kind }: Command): boolean {
  return kind === 'edit' || kind === 'set-waybill';
}
