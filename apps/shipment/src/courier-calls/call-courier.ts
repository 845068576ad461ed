import { backoffMs } from '@qafila/runtime/backoff';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Courier } from '../couriers/courier.ts';
import { COURIER } from '../limits.ts';
import { changeShipment } from '../shipments/change-shipment.ts';
import type { Change } from '../shipments/change-shipment.ts';
import { raiseAlarms } from '../shipments/raise-alarms.ts';
import { lockShipment } from '../shipments/find-shipment.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { StartedCall } from './due-calls.ts';

/** Calls the courier and applies its result. A call whose result stays open is retried with growing waits. */
export async function callCourier(
  dependencies: ShipmentDependencies,
  courier: Courier,
  started: StartedCall,
): Promise<void> {
  const change = await callWithMetrics(dependencies, courier, started);
  if (change === undefined) return retryLater(dependencies, started);
  try {
    await applyResult(dependencies, started.row, change);
  } catch (error) {
    // For example: another shipment has this waybill. The retries end in an alarm, as those of a silent courier do.
    logFailure(dependencies, courier, started, { error, event: 'courier.failed' });
    await retryLater(dependencies, started);
  }
}

/** Undefined: the result is open, because the call failed or the courier does not know yet. */
async function callWithMetrics(
  dependencies: ShipmentDependencies,
  courier: Courier,
  started: StartedCall,
): Promise<Change | undefined> {
  const startedMs = performance.now();
  const count = (outcome: string): void => {
    const seconds = (performance.now() - startedMs) / 1_000;
    dependencies.metrics.answered({ courier: courier.id, call: started.call, outcome, seconds });
  };
  let change: Change | undefined;
  try {
    change = await CALLS[started.call](dependencies, courier, started.row);
  } catch (error) {
    count('unknown');
    logFailure(dependencies, courier, started, { error, event: 'courier.unknown' });
    return undefined;
  }
  count(change?.command.kind ?? 'unknown');
  return change;
}

type Call = (dependencies: ShipmentDependencies, courier: Courier, row: ShipmentRow) => Promise<Change | undefined>;

const CALLS: Record<StartedCall['call'], Call> = {
  book: async (dependencies, courier, row) => {
    const { id, request, version, service_code: serviceCode } = row;
    const result = await courier.book(
      {
        shipmentId: id,
        serviceCode: serviceCode ?? undefined,
        consignment: requestOf(request),
        callbackUrl: `${dependencies.callbackUrl}/oe/aggtr/api/v1/couriers/${courier.id}/webhook`,
      },
      deadline(dependencies, row),
    );
    if (result.kind === 'booked')
      return {
        command: { kind: 'booked', awb: result.awb, courier: courier.id },
        label: result.label,
        source: 'courier',
      };
    const { code: reasonCode, reason } = result;
    return { command: { kind: 'booking-refused', version }, reasonCode, reason, source: 'courier' };
  },
  find: async (dependencies, courier, row) => {
    const { id, version, sent_until: sentUntil } = row;
    const result = await courier.find(
      { shipmentId: id, sentUntilMs: sentUntil?.getTime() ?? 0 },
      deadline(dependencies, row),
    );
    if (result.kind === 'found')
      return {
        command: { kind: 'booked', awb: result.awb, courier: courier.id },
        label: result.label,
        source: 'courier',
      };
    return result.kind === 'absent' ? { command: { kind: 'booking-absent', version }, source: 'courier' } : undefined;
  },
  cancel: async (dependencies, courier, row) => {
    const { awb, version } = row;
    const result = await courier.cancel(awb as string, deadline(dependencies, row));
    return result.kind === 'cancelled'
      ? { command: { kind: 'cancel-confirmed' }, source: 'courier' }
      : {
          command: { kind: 'cancel-refused', version },
          reasonCode: result.code ?? 'refused_by_courier',
          reason: result.reason,
          source: 'courier',
        };
  },
};

/** Counts from the commit, not from the call: a process that was frozen between the two sends nothing any more. */
function deadline({ clock }: ShipmentDependencies, { due_at: leaseUntil }: ShipmentRow): AbortSignal {
  const leftMs = (leaseUntil as Date).getTime() - COURIER.leaseMs + COURIER.callTimeoutMs - clock();
  return leftMs <= 0 ? AbortSignal.abort(new Error('the time for this call is over')) : AbortSignal.timeout(leftMs);
}

async function applyResult(
  dependencies: ShipmentDependencies,
  { account_id: accountId, id }: ShipmentRow,
  change: Change,
): Promise<void> {
  const isAbsent = change.command.kind === 'booking-absent';
  const dueAtMs = dependencies.clock() + (isAbsent ? COURIER.retryFirstMs : 0);
  await inTransaction(dependencies.pool, async (tx) =>
    changeShipment(dependencies, tx, await lockShipment(tx, accountId, id), { dueAtMs, ...change }),
  );
  dependencies.onCommit();
}

/**
 * Makes the next call due, unless another change was committed meanwhile. A booking request that has ended can leave us
 * no more, so `sent_until` becomes now. After many attempts an alarm calls a person.
 */
async function retryLater(dependencies: ShipmentDependencies, { row, call }: StartedCall): Promise<void> {
  const now = dependencies.clock();
  const waitMs = backoffMs(row.tries, { firstMs: COURIER.retryFirstMs, maxMs: COURIER.retryMaxMs });
  await inTransaction(dependencies.pool, async (tx) => {
    const {
      rows: [after],
    } = await tx.query<ShipmentRow>({
      name: 'retry-call',
      text: `
        UPDATE shipment SET due_at = $4, sent_until = CASE WHEN $5 THEN $6 ELSE sent_until END
        WHERE account_id = $1 AND id = $2 AND version = $3 RETURNING *`,
      values: [row.account_id, row.id, row.version, new Date(now + waitMs), call === 'book', new Date(now)],
    });
    if (after !== undefined && row.tries >= COURIER.attemptsUntilAlarm)
      await raiseAlarms(dependencies, tx, after, { alarms: ['COURIER_SILENT'] });
  });
}

function logFailure(
  { log }: ShipmentDependencies,
  courier: Courier,
  { row, call }: StartedCall,
  { error, event }: { error: unknown; event: 'courier.unknown' | 'courier.failed' },
): void {
  const { message } = error as Error;
  log.warn({ shipment: row.id, courier: courier.id, call, tries: row.tries, error: message }, event);
}
