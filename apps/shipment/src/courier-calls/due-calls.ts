import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { COURIER } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { stateOf } from '../shipments/shipment.entity.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { decide, nextCourierCall } from '../state/shipment.state.ts';
import type { Room } from '../turns/share-out.ts';

/** A courier call that is committed and may now be made. `row` is as that commit left it. */
export interface StartedCall {
  row: ShipmentRow;
  call: 'book' | 'find' | 'cancel';
}

/**
 * Commits, before any call, that the courier of these shipments is being called. When the process dies with the call,
 * its lease expires, and the booking is looked up by our reference, never made again blindly. No company starts more
 * calls than it has room for.
 */
export async function startDueCalls(
  { pool, clock }: ShipmentDependencies,
  courier: string,
  rooms: readonly Room[],
): Promise<StartedCall[]> {
  if (rooms.length === 0) return [];
  return inTransaction(pool, async (tx) => {
    const now = clock();
    const { rows } = await tx.query<ShipmentRow>({
      name: 'due-shipments',
      text: `
        SELECT due.* FROM unnest($3::text[], $4::int[]) AS turn (account_id, calls)
        CROSS JOIN LATERAL (
          SELECT * FROM shipment WHERE courier = $1 AND account_id = turn.account_id AND due_at <= $2
          ORDER BY due_at LIMIT turn.calls FOR NO KEY UPDATE SKIP LOCKED
        ) due`,
      values: [courier, new Date(now), rooms.map(({ accountId }) => accountId), rooms.map(({ calls }) => calls)],
    });
    const started = rows.flatMap((row) => startCall(row, now));
    if (started.length > 0) await storeStarted(tx, started, new Date(now + COURIER.leaseMs));
    return started;
  });
}

function startCall(row: ShipmentRow, now: number): StartedCall[] {
  const call = nextCourierCall(stateOf(row));
  if (call === undefined) return [];
  const { version, booking } = decide(stateOf(row), { kind: 'start-call' }).state;
  const changes = {
    version,
    booking,
    tries: row.tries + 1,
    due_at: new Date(now + COURIER.leaseMs),
    sent_until: call === 'book' ? new Date(now + COURIER.callTimeoutMs) : row.sent_until,
  };
  return [{ call, row: { ...row, ...changes } }];
}

async function storeStarted(tx: PoolClient, started: readonly StartedCall[], dueAt: Date): Promise<void> {
  const column = <T>(pick: (row: ShipmentRow) => T): T[] => started.map(({ row }) => pick(row));
  await tx.query({
    name: 'start-calls',
    text: `
      UPDATE shipment s
      SET version = c.version, booking = c.booking, tries = c.tries, sent_until = c.sent_until, due_at = $7
      FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::int[], $6::timestamptz[])
        AS c (account_id, id, version, booking, tries, sent_until)
      WHERE s.account_id = c.account_id AND s.id = c.id`,
    values: [
      column((row) => row.account_id),
      column((row) => row.id),
      column((row) => row.version),
      column((row) => row.booking),
      column((row) => row.tries),
      column((row) => row.sent_until),
      dueAt,
    ],
  });
}
