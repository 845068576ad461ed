import type { PoolClient } from 'pg';
import type { Courier, NotSent } from '../couriers/courier.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { CourierTaskRow, TaskKind } from './courier-task.entity.ts';

/** What a call needs of its row. `was_open`: an earlier request may have had its effect. */
export type Task = Pick<CourierTaskRow, 'account_id' | 'kind' | 'subject_id' | 'courier' | 'tries'> & {
  was_open: boolean;
};

/** The courier's own statement; `store` writes it in the transaction that ends the task. */
export interface Answered {
  kind: 'answered';
  outcome: string;
  store(tx: PoolClient): Promise<void>;
}

/** The calls of one kind. */
export interface TaskHandler {
  /** Whether a request can be sent again without a second effect. Otherwise its lost answer is a person's work. */
  repeats(courier: Courier): boolean;
  /** Throws when the result stays open. */
  call(dependencies: ShipmentDependencies, courier: Courier, called: TaskCall): Promise<Answered | NotSent>;
  /** No call finds out the result any more: a person does. */
  handOver(dependencies: ShipmentDependencies, tx: PoolClient, task: Task, why: HandOverReason): Promise<void>;
}
export interface TaskCall {
  task: Task;
  signal: AbortSignal;
}

/**
 * `courier_silent`: what became of the request is not known. `not_sent`: nothing reached the courier. `no_account`: the
 * same, because the company's account or the courier itself was removed.
 */
export type HandOverReason = 'courier_silent' | 'not_sent' | 'no_account';
export type TaskHandlers = Record<TaskKind, TaskHandler>;

/** Owes the courier a call, in the transaction of what it is about. Wake the loop after the commit (`onCommit`). */
export async function addTask(
  { clock }: Pick<ShipmentDependencies, 'clock'>,
  tx: PoolClient,
  { accountId, kind, subjectId, courier }: { accountId: string; kind: TaskKind; subjectId: string; courier: string },
): Promise<void> {
  await tx.query(
    `
    INSERT INTO courier_task (account_id, kind, subject_id, courier, due_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $5)`,
    [accountId, kind, subjectId, courier, new Date(clock())],
  );
}

/** Takes back a call that was never tried. False: a request may have left us. */
export async function removeUntriedTask(
  tx: PoolClient,
  { accountId, kind, subjectId }: { accountId: string; kind: TaskKind; subjectId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM courier_task WHERE account_id = $1 AND kind = $2 AND subject_id = $3 AND tries = 0',
    [accountId, kind, subjectId],
  );
  return rowCount === 1;
}
