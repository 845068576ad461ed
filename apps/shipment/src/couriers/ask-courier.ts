import { inTransaction } from '@qafila/runtime/in-transaction';
import { COURIER } from '../limits.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { changeShipment, holdShipment } from '../shipments/change-shipment.ts';
import type { Change } from '../shipments/change-shipment.ts';
import { requestOf } from '../shipments/request-text.ts';
import { stateOf } from '../shipments/shipment.entity.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { decide, nextCourierCall } from '../shipments/shipment.state.ts';
import type { Courier } from './courier.ts';

/** A call that was committed to: `row` is as it stands since. */
export interface Asked { row: ShipmentRow; call: 'book' | 'find' | 'cancel' }

/**
 * Commits, before any call, that these shipments' courier is being asked. A process that dies with the call leaves a lease that runs out,
 * and what was asked is then looked up by our reference, never asked blindly again.
 */
export async function takeDue(shipments: Shipments, courier: string, max: number): Promise<Asked[]> {
  return inTransaction(shipments.pool, async (tx) => {
    const now = shipments.clock();
    const dueAt = new Date(now + COURIER.leaseMs);
    const { rows } = await tx.query<ShipmentRow>({
      name: 'due-shipments', text: 'SELECT * FROM shipment WHERE courier = $1 AND due_at <= $2 ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED', values: [courier, new Date(now), max],
    });
    const asked = rows.flatMap((row): Asked[] => {
      const call = nextCourierCall(stateOf(row));
      if (call === undefined) return [];
      const { state } = decide(stateOf(row), { kind: 'ask' });
      const sentUntil = call === 'book' ? new Date(now + COURIER.callTimeoutMs) : row.sent_until;
      return [{ call, row: { ...row, version: state.version, booking: state.booking, tries: row.tries + 1, due_at: dueAt, sent_until: sentUntil } }];
    });
    if (asked.length === 0) return [];
    const column = <T>(pick: (row: ShipmentRow) => T): T[] => asked.map(({ row }) => pick(row));
    await tx.query({
      name: 'ask-shipments',
      text: `
        UPDATE shipment s SET version = a.version, booking = a.booking, tries = a.tries, sent_until = a.sent_until, due_at = $7
        FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::int[], $6::timestamptz[]) AS a (account_id, id, version, booking, tries, sent_until) WHERE s.account_id = a.account_id AND s.id = a.id`,
      values: [column((row) => row.account_id), column((row) => row.id), column((row) => row.version), column((row) => row.booking), column((row) => row.tries), column((row) => row.sent_until), dueAt],
    });
    return asked;
  });
}

/** Asks, and carries out what the courier says. What leaves the outcome open is asked for again, at growing distances. */
export async function askCourier(shipments: Shipments, courier: Courier, asked: Asked): Promise<void> {
  const { row } = asked;
  const startedMs = performance.now();
  let change: Change | undefined;
  try {
    change = await CALLS[asked.call](shipments, courier, row);
    shipments.metrics.answered({ courier: courier.id, call: asked.call, outcome: change?.command.kind ?? 'unknown', seconds: (performance.now() - startedMs) / 1_000 });
  } catch (error) {
    shipments.metrics.answered({ courier: courier.id, call: asked.call, outcome: 'unknown', seconds: (performance.now() - startedMs) / 1_000 });
    shipments.log.warn({ shipment: row.id, courier: courier.id, call: asked.call, tries: row.tries, error: (error as Error).message }, 'courier.unknown');
  }
  if (change === undefined) return askAgain(shipments, asked);
  try {
    await carryOut(shipments, row, { dueAtMs: shipments.clock() + (change.command.kind === 'booking-absent' ? COURIER.againMs : 0), ...change });
  } catch (error) {
    // Such as a waybill that another shipment has. A person is called in the end, as for an answer that does not come.
    shipments.log.warn({ shipment: row.id, courier: courier.id, call: asked.call, tries: row.tries, error: (error as Error).message }, 'courier.failed');
    await askAgain(shipments, asked);
  }
}

type Call = (shipments: Shipments, courier: Courier, row: ShipmentRow) => Promise<Change | undefined>;

const CALLS: Record<Asked['call'], Call> = {
  book: async (shipments, courier, row) => {
    const { id, request, version, service_code: serviceCode } = row;
    const callbackUrl = `${shipments.callbackUrl}/oe/aggtr/api/v1/couriers/${courier.id}/webhook`;
    const answer = await courier.book({ reference: id, serviceCode: serviceCode ?? undefined, request: requestOf(request), callbackUrl }, deadline(shipments, row));
    if (answer.kind === 'booked') return { command: { kind: 'booked', awb: answer.awb }, label: answer.label, source: 'courier' };
    return { command: { kind: 'booking-refused', version }, reasonCode: answer.code, source: 'courier' };
  },
  find: async (shipments, courier, row) => {
    const { id, version, sent_until: sentUntil } = row;
    const answer = await courier.find({ reference: id, sentUntilMs: sentUntil?.getTime() ?? 0 }, deadline(shipments, row));
    if (answer.kind === 'found') return { command: { kind: 'booked', awb: answer.awb }, label: answer.label, source: 'courier' };
    return answer.kind === 'absent' ? { command: { kind: 'booking-absent', version }, source: 'courier' } : undefined;
  },
  cancel: async (shipments, courier, row) => {
    const { awb, version } = row;
    const answer = await courier.cancel(awb as string, deadline(shipments, row));
    return answer.kind === 'cancelled' ? { command: { kind: 'cancel-confirmed' }, source: 'courier' }
      : { command: { kind: 'cancel-refused', version }, reasonCode: answer.reason, source: 'courier' };
  },
};

/** From the commit on, not from the call: a process that was frozen between the two sends nothing any more. */
function deadline({ clock }: Shipments, { due_at: dueAt }: ShipmentRow): AbortSignal {
  const leftMs = (dueAt as Date).getTime() - COURIER.leaseMs + COURIER.callTimeoutMs - clock();
  return leftMs <= 0 ? AbortSignal.abort(new Error('too late to ask')) : AbortSignal.timeout(leftMs);
}

async function carryOut(shipments: Shipments, { account_id: accountId, id }: ShipmentRow, change: Change): Promise<void> {
  await inTransaction(shipments.pool, async (tx) => changeShipment(shipments, tx, await holdShipment(tx, accountId, id), change));
  shipments.onCommit();
}

/** Unless something else was decided meanwhile. A booking request that has ended leaves us no more. Silent for so long, a courier is a person's business. */
async function askAgain({ pool, clock, log, metrics }: Shipments, { row, call }: Asked): Promise<void> {
  const waitMs = Math.min(COURIER.againMs * 2 ** Math.min(row.tries - 1, 10), COURIER.againMsMax);
  const { rowCount } = await pool.query(
    "UPDATE shipment SET due_at = $4, sent_until = CASE WHEN $6 THEN $7 ELSE sent_until END, alarms = CASE WHEN $5 AND NOT 'COURIER_SILENT' = ANY (alarms) THEN alarms || '{COURIER_SILENT}'::text[] ELSE alarms END WHERE account_id = $1 AND id = $2 AND version = $3",
    [row.account_id, row.id, row.version, new Date(clock() + waitMs), row.tries >= COURIER.triesUntilAlarm, call === 'book', new Date(clock())]);
  if (rowCount === 0 || row.tries !== COURIER.triesUntilAlarm) return;
  log.error({ shipment: row.id, courier: row.courier, alarm: 'COURIER_SILENT' }, 'shipment.alarm');
  metrics.raised('COURIER_SILENT');
}

/** Whose shipment a courier's waybill is; undefined when we know of none. */
export async function ownerOfWaybill({ pool }: Shipments, courier: string, awb: string): Promise<(Owner & { id: string }) | undefined> {
  const { rows: [row] } = await pool.query<ShipmentRow>({ name: 'waybill-owner', text: 'SELECT account_id, id, store_id, mode FROM shipment WHERE courier = $1 AND awb = $2', values: [courier, awb] });
  return row === undefined ? undefined : { accountId: row.account_id, storeId: row.store_id, mode: row.mode, id: row.id };
}
