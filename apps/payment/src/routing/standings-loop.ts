import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { PaymentDependencies } from '../dependencies.ts';
import { ROUTING } from '../limits.ts';

/** Writes what this process counted of its gateways, and deletes what no longer counts. */
export class StandingsLoop extends BackgroundLoop {
  readonly #deps: PaymentDependencies;

  constructor(deps: PaymentDependencies) {
    let pruneAtMs = 0;
    super({
      name: 'routing-standings',
      log: deps.log,
      restFirstMs: ROUTING.flushEveryMs,
      backoff: { firstMs: ROUTING.flushEveryMs, maxMs: ROUTING.flushGapMsMax },
      round: async () => {
        await deps.standings.flush();
        if (deps.clock() >= pruneAtMs) {
          pruneAtMs = deps.clock() + ROUTING.pruneEveryMs;
          await deps.standings.prune();
        }
        return ROUTING.flushEveryMs;
      },
    });
    this.#deps = deps;
  }

  /** What is still in memory is written before the process ends. */
  override async stop(): Promise<void> {
    await super.stop();
    await this.#deps.standings
      .flush()
      .catch((error: unknown) =>
        this.#deps.log.warn({ error: (error as Error).message }, 'routing-standings.counts_lost'),
      );
  }
}
