import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { COURIER } from '../limits.ts';
import { groupOf } from '../scans/group-of.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { stateOf } from '../shipments/shipment.entity.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { decide, nextCourierCall } from '../state/shipment.state.ts';

/** A courier call that is committed and may now be made. `row` is as that commit left it. */
export interface StartedCall {
  row: ShipmentRow;
  call: 'book' | 'find' | 'cancel';
}

/** What may be called of a courier now. */
export interface CallRoom {
  courier: string;
  /** Accounts without room. */
  busy: readonly string[];
  /** How many calls an account may start. */
  roomOf?: (accountId: string) => number;
}

/**
 * Commits, before any call, that the courier of these shipments is being called. When the process dies with the call,
 * its lease expires, and the booking is looked up by our reference, never made again blindly. Accounts that are busy
 * wait, and no account starts more calls than it has room for.
 */
export async function startDueCalls(
  { pool, clock }: ShipmentDependencies,
  { courier, busy, roomOf = () => Infinity }: CallRoom,
  max: number,
): Promise<StartedCall[]> {
  return inTransaction(pool, async (tx) => {
    const now = clock();
    const { rows } = await tx.query<ShipmentRow>({
      name: 'due-shipments',
      text: `
        SELECT * FROM shipment WHERE courier = $1 AND due_at <= $2 AND account_id <> ALL ($4)
        ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED`,
      values: [courier, new Date(now), max, busy],
    });
    const ofAccounts = [...groupOf(rows, (row) => row.account_id)];
    const started = ofAccounts.flatMap(([accountId, due]) =>
      due.slice(0, roomOf(accountId)).flatMap((row) => startCall(row, now)),
    );
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
