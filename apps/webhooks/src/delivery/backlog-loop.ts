import type { Pool } from 'pg';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Logger } from '@qafila/runtime/log';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import { LIMITS } from '../limits.ts';
import { COUNTS, readFirstAttempts, StepwiseCount } from './backlog.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';

export interface BacklogOptions {
  pool: Pool;
  log: Logger;
  metrics: DeliveryMetrics;
  partitions: () => number[];
}

/** Keeps the gauges of what waits in the database. Nothing waits for it. */
export class BacklogLoop extends BackgroundLoop {
  constructor({ pool, log, metrics, partitions }: BacklogOptions) {
    const retries = new StepwiseCount(pool, COUNTS.retry);
    const deadLetters = new StepwiseCount(pool, COUNTS.dead_letter);
    let [isRetriesDone, isDeadLettersDone, nextAtMs] = [false, false, 0];
    const count = async (): Promise<void> => {
      if (!isRetriesDone) {
        const total = await retries.step(partitions());
        isRetriesDone = total !== undefined;
        if (total !== undefined) metrics.retriesCounted(total);
      }
      if (isDeadLettersDone) return;
      const total = await deadLetters.step();
      isDeadLettersDone = total !== undefined;
      if (total !== undefined) metrics.deadLettersCounted(total);
    };
    super({
      name: 'backlog',
      log,
      backoff: { firstMs: LIMITS.backlogStepEveryMs, maxMs: LIMITS.backlogEveryMs },
      round: async () => {
        if (steadyNowMs() >= nextAtMs) {
          nextAtMs = steadyNowMs() + LIMITS.backlogEveryMs;
          metrics.firstAttemptsRead(await readFirstAttempts(pool, partitions()), partitions().length);
        }
        await count();
        if (!isRetriesDone || !isDeadLettersDone) return LIMITS.backlogStepEveryMs;
        [isRetriesDone, isDeadLettersDone] = [false, false];
        return Math.max(LIMITS.backlogStepEveryMs, nextAtMs - steadyNowMs());
      },
    });
  }
}
