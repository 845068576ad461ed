import type { TaskHandlers } from './courier-tasks/tasks.ts';
import { INSTRUCT_TASK } from './instructions/instruct-task.ts';

/** Who makes the calls of each kind. */
export const TASK_HANDLERS: TaskHandlers = { instruct: INSTRUCT_TASK };
