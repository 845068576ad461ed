import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { PaymentDependencies } from '../dependencies.ts';
import { FEEDS } from '../limits.ts';
import { claimFeed, discoverFeeds } from './claim-feed.ts';
import { readFeed } from './read-feed.ts';

/** Imports settlements by the gateways' APIs. The lock on a feed's row divides the work between processes. */
export class FeedLoop extends BackgroundLoop {
  constructor(deps: PaymentDependencies) {
    super({
      name: 'settlement-feeds',
      log: deps.log,
      restFirstMs: FEEDS.lookEveryMs,
      backoff: { firstMs: FEEDS.lookEveryMs, maxMs: FEEDS.leaseMs },
      // One turn asks the gateway for several pages.
      roundMsMax: FEEDS.pagesPerTurn * FEEDS.leaseMs,
      round: async () => ((await feedRound(deps)) ? 0 : FEEDS.lookEveryMs),
    });
  }
}

/** Gives one feed that is due its turn. Returns whether there was one. */
export async function feedRound(deps: PaymentDependencies): Promise<boolean> {
  await discoverFeeds(deps);
  const feed = await claimFeed(deps);
  if (feed === undefined) return false;
  await readFeed(deps, feed);
  return true;
}
