import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import { LIMITS } from '../limits.ts';
import { makePartitions } from './day-partitions.ts';
import { expireDays } from './expire-days.ts';
import type { ExpireOptions } from './expire-days.ts';
import { forgetOwnEvents, forgetReplays, sweepDeleted } from './sweep-deleted.ts';

/**
 * Creates partitions ahead, drops those past retention, and removes what deleted endpoints left. Nothing depends on it
 * for two days.
 */
export class RetentionLoop extends BackgroundLoop {
  constructor(private readonly expire: ExpireOptions) {
    super({
      name: 'retention',
      log: expire.log,
      backoff: { firstMs: LIMITS.retentionPollMs, maxMs: LIMITS.retentionPollMs },
      stopMs: LIMITS.retentionStopMs,
      round: rounds(expire),
    });
  }

  /** Resolves after the first try to create the partitions of today and the days ahead. */
  override async start(): Promise<void> {
    const { source, log } = this.expire;
    await makePartitions(source, log).catch((error: Error) => log.warn({ error: error.message }, 'retention.waiting'));
    super.start();
  }
}

function rounds(options: ExpireOptions): () => Promise<number> {
  const { source, log, retentionDays } = options;
  let daysAtMs = 0;
  return async () => {
    const swept = await sweepDeleted(source);
    if (swept > 0) log.info({ rows: swept }, 'retention.deleted_endpoints_swept');
    if (steadyNowMs() < daysAtMs) return LIMITS.retentionPollMs;
    await makePartitions(source, log);
    const done = await expireDays(options);
    await forgetReplays(source, retentionDays);
    await forgetOwnEvents(source, retentionDays);
    if (done) daysAtMs = steadyNowMs() + LIMITS.retentionEveryMs;
    return LIMITS.retentionPollMs;
  };
}
