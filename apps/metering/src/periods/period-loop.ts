import type { Pool } from 'pg';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { closePeriods } from './close-periods.ts';

export interface PeriodLoopOptions {
  pool: Pool;
  graceMs: number;
  log: Logger;
  onCommit: () => void;
}

/** Closes periods when they are due. */
export class PeriodLoop extends BackgroundLoop {
  constructor(options: PeriodLoopOptions) {
    super({
      name: 'periods',
      log: options.log,
      restFirstMs: LIMITS.closeFirstMs,
      backoff: { firstMs: LIMITS.closeEveryMs, maxMs: LIMITS.closeEveryMs },
      round: () => closeRound(options),
    });
  }
}

async function closeRound({ pool, graceMs, log, onCommit }: PeriodLoopOptions): Promise<number> {
  const { closed, ended } = await closePeriods(pool, { graceMs, now: new Date() });
  if (closed + ended > 0) {
    onCommit();
    log.info({ closed, ended }, 'periods.closed');
  }
  return LIMITS.closeEveryMs;
}
