import { BackgroundLoop } from './background-loop.ts';
import type { Logger } from './log.ts';

export const EXPIRY_LIMITS = {
  restFirstMs: 2_000,
  everyMs: 10_000,
  /** Between two parts of many: other statements come first. */
  partsRestMs: 100,
} as const;

/** Deletes a bounded number of expired rows in one statement, the oldest first. Returns whether more are left. */
export type ExpiryStep = () => Promise<boolean>;

/** Deletes what is past its retention, one statement of each step a round. Every process may run it. */
export class ExpiryLoop extends BackgroundLoop {
  constructor({ log, steps }: { log: Logger; steps: readonly ExpiryStep[] }) {
    super({
      name: 'expiry',
      log,
      restFirstMs: EXPIRY_LIMITS.restFirstMs,
      backoff: { firstMs: EXPIRY_LIMITS.everyMs, maxMs: EXPIRY_LIMITS.everyMs },
      round: () => expiryRound(steps),
    });
  }
}

/** A step that fails does not stop the others. */
async function expiryRound(steps: readonly ExpiryStep[]): Promise<number> {
  let isMore = false;
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      if (await step()) isMore = true;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return isMore ? EXPIRY_LIMITS.partsRestMs : EXPIRY_LIMITS.everyMs;
}
