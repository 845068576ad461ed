import type { PoolClient } from 'pg';
import { backoffMs } from '@qafila/runtime/backoff';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { COURIER, TASKS } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { Answered, HandOverReason, Task, TaskHandlers } from './tasks.ts';
import type { NotSent } from '../couriers/courier.ts';
import { inTime } from '../couriers/in-time.ts';
import type { Room } from '../turns/share-out.ts';

/**
 * Claims calls that are due. Each is committed as open before a byte leaves, so a process that dies leaves a task
 * behind whose lease expires; the number of tries decides whose result counts.
 */
export async function claimTasks(
  { pool, clock }: ShipmentDependencies,
  courier: string,
  rooms: readonly Room[],
): Promise<Task[]> {
  if (rooms.length === 0) return [];
  const now = clock();
  const { rows } = await pool.query<Task>({
    name: 'due-tasks',
    text: `
      UPDATE courier_task t SET due_at = $3, tries = t.tries + 1, is_open = true
      FROM unnest($4::text[], $5::int[]) AS turn (account_id, calls)
      CROSS JOIN LATERAL (
        SELECT account_id, kind, subject_id, is_open FROM courier_task
        WHERE courier = $1 AND account_id = turn.account_id AND due_at <= $2
        ORDER BY due_at LIMIT turn.calls FOR NO KEY UPDATE SKIP LOCKED
      ) due
      WHERE t.account_id = due.account_id AND t.kind = due.kind AND t.subject_id = due.subject_id
      RETURNING t.account_id, t.kind, t.subject_id, t.courier, t.tries, due.is_open AS was_open`,
    values: [
      courier,
      new Date(now),
      new Date(now + COURIER.leaseMs),
      rooms.map(({ accountId }) => accountId),
      rooms.map(({ calls }) => calls),
    ],
  });
  return rows;
}

/** Makes a claimed call, and stores what it leads to. */
export async function makeTaskCall(
  dependencies: ShipmentDependencies,
  handlers: TaskHandlers,
  task: Task,
): Promise<void> {
  const { log } = dependencies;
  try {
    const answer = await callCourier(dependencies, handlers, task);
    if (answer === 'not repeatable') return await endTask(dependencies, task, handOver('courier_silent'));
    if (answer !== 'no account' && answer.kind === 'answered')
      return await endTask(dependencies, task, (tx) => answer.store(tx));
    const why = answer === 'no account' ? `the company has no usable account at ${task.courier}` : answer.why;
    log.warn({ ...about(task), error: why }, 'courier.task_not_sent');
    if (task.tries < TASKS.triesMax) return await tryLater(dependencies, task, { isOpen: task.was_open });
    // An earlier request may have had its effect.
    if (task.was_open) return await endTask(dependencies, task, handOver('courier_silent'));
    await endTask(dependencies, task, handOver(answer === 'no account' ? 'no_account' : 'not_sent'));
  } catch (error) {
    log.warn({ ...about(task), error: (error as Error).message }, 'courier.task_failed');
    // Also after a call that cannot be repeated: the next round finds the task open, and hands it over.
    if (task.tries < TASKS.triesMax) return tryLater(dependencies, task, { isOpen: true });
    await endTask(dependencies, task, handOver('courier_silent'));
  }

  function handOver(why: HandOverReason): (tx: PoolClient) => Promise<void> {
    return (tx) => handlers[task.kind].handOver(dependencies, tx, task, why);
  }
}

async function callCourier(
  dependencies: ShipmentDependencies,
  handlers: TaskHandlers,
  task: Task,
): Promise<Answered | NotSent | 'not repeatable' | 'no account'> {
  const handler = handlers[task.kind];
  const courier = await dependencies.couriers.of(task);
  if (courier === undefined) return 'no account';
  if (task.was_open && !handler.repeats(courier)) return 'not repeatable';
  const startedMs = performance.now();
  const count = (outcome: string): void =>
    dependencies.metrics.answered({
      courier: task.courier,
      call: task.kind,
      outcome,
      seconds: (performance.now() - startedMs) / 1_000,
    });
  try {
    const signal = AbortSignal.timeout(COURIER.callTimeoutMs);
    const answer = await inTime(signal, () => handler.call(dependencies, courier, { task, signal }));
    count(answer.kind === 'answered' ? answer.outcome : answer.kind);
    return answer;
  } catch (error) {
    count('unknown');
    throw error;
  }
}

/** The deleted row decides: a process whose lease has expired, or one that a person was faster than, stores nothing. */
async function endTask(
  { pool, onCommit }: ShipmentDependencies,
  { account_id: accountId, kind, subject_id: subjectId, tries }: Task,
  store: (tx: PoolClient) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query({
      name: 'end-task',
      text: 'DELETE FROM courier_task WHERE account_id = $1 AND kind = $2 AND subject_id = $3 AND tries = $4',
      values: [accountId, kind, subjectId, tries],
    });
    if (rowCount === 1) await store(tx);
  });
  onCommit();
}

async function tryLater(
  { pool, clock }: ShipmentDependencies,
  { account_id: accountId, kind, subject_id: subjectId, tries }: Task,
  { isOpen }: { isOpen: boolean },
): Promise<void> {
  const waitMs = backoffMs(tries, { firstMs: COURIER.retryFirstMs, maxMs: COURIER.retryMaxMs });
  await pool.query({
    name: 'try-task-later',
    text: `
      UPDATE courier_task SET due_at = $5, is_open = $6
      WHERE account_id = $1 AND kind = $2 AND subject_id = $3 AND tries = $4`,
    values: [accountId, kind, subjectId, tries, new Date(clock() + waitMs), isOpen],
  });
}

function about({ kind, subject_id: subject, courier, tries }: Task): Record<string, unknown> {
  return { kind, subject, courier, tries };
}
