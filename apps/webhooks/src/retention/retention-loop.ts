import { within } from '@qafila/messaging/within';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { LIMITS } from '../limits.ts';
import { makePartitions } from './day-partitions.ts';
import { expireDays } from './expire-days.ts';
import type { ExpireOptions } from './expire-days.ts';
import { forgetReplays, sweepDeleted } from './sweep-deleted.ts';

/** Keeps the days: partitions ahead, none past retention, nothing left of deleted endpoints. What fails is tried again; nothing depends on it for two days. */
export class RetentionLoop extends BackgroundLoop {
  constructor(private readonly expire: ExpireOptions) {
    super({ name: 'retention', log: expire.log, restAfterFailureMs: LIMITS.retentionAgainMs, round: rounds(expire) });
  }

  /** Resolves when the partitions of today and the days ahead are tried: events should find theirs. */
  override async start(): Promise<void> {
    const { source, log } = this.expire;
    await makePartitions(source, log).catch((error: Error) => log.warn({ error: error.message }, 'retention.waiting'));
    super.start();
  }

  override async stop(): Promise<void> {
    await within(super.stop(), LIMITS.retentionStopMs);
  }
}

function rounds(options: ExpireOptions): () => Promise<number> {
  const { source, log, retentionDays } = options;
  let daysAtMs = 0;
  return async () => {
    const swept = await sweepDeleted(source);
    if (swept > 0) log.info({ rows: swept }, 'retention.deleted_endpoints_swept');
    if (Date.now() < daysAtMs) return LIMITS.retentionAgainMs;
    await makePartitions(source, log);
    const done = await expireDays(options);
    await forgetReplays(source, retentionDays);
    if (done) daysAtMs = Date.now() + LIMITS.retentionEveryMs;
    return LIMITS.retentionAgainMs;
  };
}
