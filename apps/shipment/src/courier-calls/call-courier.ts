import { backoffMs } from '@qafila/runtime/backoff';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { BookingResult, Courier, CourierDocument } from '../couriers/courier.ts';
import type { CancelReason } from '../couriers/daily-work.ts';
import { inTime } from '../couriers/in-time.ts';
import { COURIER } from '../limits.ts';
import { changeShipment } from '../shipments/change-shipment.ts';
import type { Change } from '../shipments/change-shipment.ts';
import { raiseAlarms } from '../shipments/raise-alarms.ts';
import { lockShipment } from '../shipments/find-shipment.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { bookingOf, forgetDraft, storeDocuments, storeDraft } from './booking-of.ts';
import type { StartedCall } from './due-calls.ts';
import { storeRefusal, withNext } from './pass-on.ts';
import type { PassOn } from './pass-on.ts';

/** Of a cancellation without a reason (§4.5). */
const CANCEL_REASON: CancelReason = 'merchant_request';

/** What a call leads to. Without a change its result is open, and the call is made again after a wait. */
interface NextStep {
  change?: Change;
  documents?: readonly CourierDocument[];
  /** Instead of the growing waits of a courier that does not answer. */
  again?: { inMs: number; isSilent: boolean };
  /** Nothing was sent, so the next courier of the shipment's choice is asked, if there is one. */
  passOn?: PassOn;
}

/** Calls the courier and applies its result. A call whose result stays open is retried with growing waits. */
export async function callCourier(dependencies: ShipmentDependencies, started: StartedCall): Promise<void> {
  const outcome = await callWithMetrics(dependencies, started);
  if (outcome.change === undefined) return retryLater(dependencies, started, outcome.again);
  try {
    const change = await withNext(dependencies, started.row, { change: outcome.change, passOn: outcome.passOn });
    // The waits are those of the courier that took nothing: the next one is asked at once.
    const again = change.command.kind === 'booking-refused' ? undefined : outcome.again;
    await applyResult(dependencies, started.row, { ...outcome, change, again });
  } catch (error) {
    // For example: another shipment has this waybill. The retries end in an alarm, as those of a silent courier do.
    logFailure(dependencies, started, { error, event: 'courier.failed' });
    await retryLater(dependencies, started);
  }
}

async function callWithMetrics(dependencies: ShipmentDependencies, started: StartedCall): Promise<NextStep> {
  const startedMs = performance.now();
  const { call, row } = started;
  const count = (outcome: string): void => {
    const seconds = (performance.now() - startedMs) / 1_000;
    dependencies.metrics.answered({ courier: row.courier, call, outcome, seconds });
  };
  try {
    const courier = await dependencies.couriers.of(row);
    const outcome = courier === undefined ? withoutAccount(started) : await CALLS[call](dependencies, courier, row);
    count(outcome.change?.command.kind ?? 'unknown');
    return outcome;
  } catch (error) {
    count('unknown');
    logFailure(dependencies, started, { error, event: 'courier.unknown' });
    return {};
  }
}

type Call = (dependencies: ShipmentDependencies, courier: Courier, row: ShipmentRow) => Promise<NextStep>;

const CALLS: Record<StartedCall['call'], Call> = {
  book: async (dependencies, courier, row) => {
    const signal = deadline(dependencies, row);
    const booking = await bookingOf(dependencies, row);
    const makeDraft = row.courier_draft === null ? courier.draft?.bind(courier) : undefined;
    const draft = makeDraft && (await inTime(signal, () => makeDraft(booking, signal)));
    if (draft !== undefined && draft.kind !== 'drafted') return outcomeOf(row, draft);
    if (draft !== undefined && !(await storeDraft(dependencies, row, draft.draft))) return {};
    const confirmed = { ...booking, draft: draft?.draft ?? booking.draft };
    return outcomeOf(row, await inTime(signal, () => courier.book(confirmed, signal)));
  },
  find: async (dependencies, courier, row) => {
    const sentUntilMs = row.sent_until?.getTime() ?? 0;
    // Without a stored draft there was nothing to confirm.
    if (courier.draft !== undefined && row.courier_draft === null && dependencies.clock() >= sentUntilMs)
      return absent(row);
    // Only a person can find out, at once: to wait for a look-up would be in vain.
    const find = courier.find?.bind(courier);
    if (find === undefined) return { again: { inMs: COURIER.undecidedMs, isSilent: true } };
    const { id: shipmentId, courier_draft: draft, created_at: createdAt } = row;
    const signal = deadline(dependencies, row);
    const lookup = { shipmentId, sentUntilMs, draft: draft ?? undefined, createdAtMs: createdAt.getTime() };
    const result = await inTime(signal, () => find(lookup, signal));
    if (result.kind === 'found') return outcomeOf(row, { ...result, kind: 'booked' });
    return result.kind === 'absent' ? absent(row) : {};
  },
  cancel: async (dependencies, courier, row) => {
    const { awb, id, version, cancel_reason: reason } = row;
    const signal = deadline(dependencies, row);
    const cancellation = {
      awb: awb as string,
      shipmentId: id,
      reason: reason ?? CANCEL_REASON,
      note: row.cancel_note ?? undefined,
      draft: row.courier_draft ?? undefined,
    };
    const result = await inTime(signal, () => courier.cancel(cancellation, signal));
    if (result.kind === 'cancelled')
      return {
        change: { command: { kind: 'cancel-confirmed' }, source: 'courier', reasonCode: reason ?? undefined },
      };
    if (result.kind === 'pending') return { again: { inMs: COURIER.cancelPendingMs, isSilent: false } };
    const reasonCode = result.kind === 'unsupported' ? 'cancel_unsupported' : (result.code ?? 'refused_by_courier');
    const command = { kind: 'cancel-refused', version } as const;
    return { change: { command, reasonCode, reason: result.reason, source: 'courier' } };
  },
};

/**
 * What the result of a booking leads to. A request that was not sent is one that is absent: it is sent again, and after
 * as many tries as call a person, to another courier.
 */
function outcomeOf(row: ShipmentRow, result: BookingResult): NextStep {
  if (result.kind === 'refused') {
    const command = { kind: 'booking-refused', version: row.version } as const;
    return { change: { command, reasonCode: result.code, reason: result.reason, source: 'courier' } };
  }
  if (result.kind === 'not_sent') {
    const again = waitFor(row);
    const passOn = again.isSilent ? { reasonCode: 'not_sent', reason: result.why } : undefined;
    return { ...absent(row), again, passOn };
  }
  const { awb, label, documents } = result;
  return { change: { command: { kind: 'booked', awb, courier: row.courier }, label, source: 'courier' }, documents };
}

/** Nothing was sent by this call; before a booking nothing else was, so another courier of the choice may be asked. */
function withoutAccount({ call, row }: StartedCall): NextStep {
  const reason = `the company has no usable account at ${row.courier}`;
  if (call !== 'book') throw new Error(reason);
  const passOn = { reasonCode: 'courier_not_available', reason };
  return { ...outcomeOf(row, { kind: 'not_sent', why: reason }), passOn };
}

function absent({ version }: ShipmentRow): NextStep {
  return { change: { command: { kind: 'booking-absent', version }, source: 'courier' } };
}

/** Counts from the commit, not from the call: a process that was frozen between the two sends nothing any more. */
function deadline({ clock }: ShipmentDependencies, { due_at: leaseUntil }: ShipmentRow): AbortSignal {
  const leftMs = (leaseUntil as Date).getTime() - COURIER.leaseMs + COURIER.callTimeoutMs - clock();
  return leftMs <= 0 ? AbortSignal.abort(new Error('the time for this call is over')) : AbortSignal.timeout(leftMs);
}

async function applyResult(
  dependencies: ShipmentDependencies,
  { account_id: accountId, id }: ShipmentRow,
  { change, documents = [], again }: NextStep & { change: Change },
): Promise<void> {
  const { kind } = change.command;
  const waitMs = again?.inMs ?? (kind === 'booking-absent' ? COURIER.retryFirstMs : 0);
  await inTransaction(dependencies.pool, async (tx) => {
    const row = await lockShipment(tx, accountId, id);
    const after = await changeShipment(dependencies, tx, row, { dueAtMs: dependencies.clock() + waitMs, ...change });
    if (kind === 'booked' && after.awb === change.command.awb) await storeDocuments(dependencies, tx, after, documents);
    await storeRefusal(dependencies, tx, { before: row, after, change });
    if (again?.isSilent) await raiseAlarms(dependencies, tx, after, { alarms: ['COURIER_SILENT'] });
    // The next booking may be of another body, or go to another courier.
    if (after.status === 'BOOKING_FAILED') await forgetDraft(tx, after);
  });
  dependencies.onCommit();
}

/** Growing waits; after many attempts an alarm calls a person. */
function waitFor({ tries }: ShipmentRow): { inMs: number; isSilent: boolean } {
  const inMs = backoffMs(tries, { firstMs: COURIER.retryFirstMs, maxMs: COURIER.retryMaxMs });
  return { inMs, isSilent: tries >= COURIER.attemptsUntilAlarm };
}

/**
 * Makes the next call due, unless another change was committed meanwhile. A booking request that has ended can leave us
 * no more, so `sent_until` becomes now.
 */
async function retryLater(
  dependencies: ShipmentDependencies,
  { row, call }: StartedCall,
  again: NextStep['again'] = waitFor(row),
): Promise<void> {
  const now = dependencies.clock();
  await inTransaction(dependencies.pool, async (tx) => {
    const {
      rows: [after],
    } = await tx.query<ShipmentRow>({
      name: 'retry-call',
      text: `
        UPDATE shipment SET due_at = $4, sent_until = CASE WHEN $5 THEN $6 ELSE sent_until END
        WHERE account_id = $1 AND id = $2 AND version = $3 RETURNING *`,
      values: [row.account_id, row.id, row.version, new Date(now + again.inMs), call === 'book', new Date(now)],
    });
    if (after !== undefined && again.isSilent)
      await raiseAlarms(dependencies, tx, after, { alarms: ['COURIER_SILENT'] });
  });
}

function logFailure(
  { log }: ShipmentDependencies,
  { row, call }: StartedCall,
  { error, event }: { error: unknown; event: 'courier.unknown' | 'courier.failed' },
): void {
  const { message } = error as Error;
  log.warn({ shipment: row.id, courier: row.courier, call, tries: row.tries, error: message }, event);
}
