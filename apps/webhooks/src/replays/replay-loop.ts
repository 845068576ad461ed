import type { DataSource } from 'typeorm';
import { within } from '@qafila/messaging/within';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';
import { replayPage } from './replay-page.ts';

interface ReplayLoopOptions { source: DataSource; log: Logger }

/** Works on running replays, woken by each that is made. A page is a transaction, so a stop loses nothing: it goes on behind its last page. */
export class ReplayLoop extends BackgroundLoop {
  constructor(options: ReplayLoopOptions) {
    super({ name: 'replay', log: options.log, restAfterFailureMs: LIMITS.replayPollMs, round: () => replayRound(options) });
  }

  override async stop(): Promise<void> {
    await within(super.stop(), LIMITS.replayStopMs);
  }
}

async function replayRound({ source, log }: ReplayLoopOptions): Promise<number> {
  const page = await replayPage(source);
  if (page === null) return idleMs(source);
  if (page.done) log.info({ replay: page.replay, selection: page.selection, resent: page.resent }, 'replay.completed');
  return 0;
}

/** Until the next page of some replay is due; one that is due and waits for its endpoint is looked at by the poll. */
async function idleMs(source: DataSource): Promise<number> {
  const [row] = await source.query<{ due_ms: string | null }[]>(
    "SELECT extract(epoch FROM min(next_at) - now()) * 1000 AS due_ms FROM replay WHERE status = 'running' AND next_at > now()");
  return Math.min(LIMITS.replayPollMs, Number(row?.due_ms ?? LIMITS.replayPollMs));
}
