import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { TASKS } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { makeTaskCalls } from './make-task-calls.ts';
import type { TaskHandlers } from './tasks.ts';

/** Makes the calls of daily work that are due. Runs in every process; leases in the rows share the work out. */
export class TaskLoop extends BackgroundLoop {
  constructor(dependencies: ShipmentDependencies, handlers: TaskHandlers) {
    super({
      name: 'courier_task',
      log: dependencies.log,
      backoff: { firstMs: TASKS.restMs, maxMs: TASKS.restFailedMsMax },
      round: async () => ((await makeTaskCalls(dependencies, handlers)) > 0 ? 0 : TASKS.restMs),
    });
  }
}
