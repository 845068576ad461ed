import type { TaskHandlers } from './courier-tasks/tasks.ts';
import { INSTRUCT_TASK } from './instructions/instruct-task.ts';
import { MANIFEST_TASK } from './manifests/manifest-task.ts';
import { PICKUP_CANCEL_TASK, PICKUP_TASK } from './pickups/pickup-tasks.ts';

/** Who makes the calls of each kind. */
export const TASK_HANDLERS: TaskHandlers = {
  instruct: INSTRUCT_TASK,
  manifest: MANIFEST_TASK,
  pickup: PICKUP_TASK,
  'pickup-cancel': PICKUP_CANCEL_TASK,
};
