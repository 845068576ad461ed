import type { DataSource } from 'typeorm';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { replayPage } from './replay-page.ts';

interface ReplayLoopOptions {
  source: DataSource;
  log: Logger;
}

/**
 * Works on running replays; each new replay wakes it. A page is a transaction, so after a stop it continues behind its
 * last page.
 */
export class ReplayLoop extends BackgroundLoop {
  constructor(options: ReplayLoopOptions) {
    super({
      name: 'replay',
      log: options.log,
      backoff: { firstMs: LIMITS.replayPollMs, maxMs: LIMITS.replayPollMs },
      stopMs: LIMITS.replayStopMs,
      round: () => replayRound(options),
    });
  }
}

async function replayRound({ source, log }: ReplayLoopOptions): Promise<number> {
  const page = await replayPage(source);
  if (page === null) return idleMs(source);
  if (page.done) log.info({ replay: page.replay, selection: page.selection, resent: page.resent }, 'replay.completed');
  return 0;
}

/** Until the next page of a replay is due. The poll finds one that is due and waits for its endpoint. */
async function idleMs(source: DataSource): Promise<number> {
  const [row] = await source.query<{ due_ms: string | null }[]>(
    `SELECT extract(epoch FROM min(next_at) - now()) * 1000 AS due_ms FROM replay
    WHERE status = 'running' AND next_at > now()`,
  );
  return Math.min(LIMITS.replayPollMs, Number(row?.due_ms ?? LIMITS.replayPollMs));
}
