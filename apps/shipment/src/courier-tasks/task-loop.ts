import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { TASKS } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { CallSlots } from '../turns/call-slots.ts';
import { CompanyTurns } from '../turns/company-turns.ts';
import { claimTasks, makeTaskCall } from './make-task-calls.ts';
import type { TaskHandlers } from './tasks.ts';

/**
 * Makes the calls of daily work that are due. As with bookings, each courier has its own slots, in which companies take
 * turns. Runs in every process; leases in the rows share the work out.
 */
export class TaskLoop extends BackgroundLoop {
  readonly #slots: CallSlots;
  readonly #turns: CompanyTurns;

  constructor(
    private readonly dependencies: ShipmentDependencies,
    private readonly handlers: TaskHandlers,
  ) {
    super({
      name: 'courier_task',
      log: dependencies.log,
      backoff: { firstMs: TASKS.restMs, maxMs: TASKS.restFailedMsMax },
      round: () => this.#round(),
    });
    this.#slots = new CallSlots({
      atOnce: TASKS.ofCourierAtOnce,
      ofAccountAtOnce: TASKS.ofAccountAtOnce,
      isShared: (courier) => dependencies.couriers.shared(courier) !== undefined,
      onFree: () => this.wake(),
      failed: (courier, error) =>
        dependencies.log.warn({ courier, error: (error as Error).message }, 'courier.task_failed'),
    });
    this.#turns = new CompanyTurns(dependencies.pool, 'courier_task');
  }

  /** Waits for the calls under way; their deadline bounds it. */
  override async stop(): Promise<void> {
    await super.stop();
    await this.#slots.settled();
  }

  async #round(): Promise<number> {
    const { couriers, clock } = this.dependencies;
    let hasStarted = false;
    for (const courier of await this.#turns.couriers(couriers.ids)) {
      const rooms = await this.#turns.next(courier, new Date(clock()), this.#slots.of(courier));
      for (const task of await claimTasks(this.dependencies, courier, rooms)) {
        this.#slots.run(courier, task.account_id, () => makeTaskCall(this.dependencies, this.handlers, task));
        hasStarted = true;
      }
    }
    return hasStarted ? 0 : TASKS.restMs;
  }
}
