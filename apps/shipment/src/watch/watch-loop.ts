import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { WATCH } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { raiseSilences } from './raise-silences.ts';

/** Looks for parcels without scans. Runs in every process; row locks share the work out. */
export class WatchLoop extends BackgroundLoop {
  constructor(deps: ShipmentDependencies) {
    super({
      name: 'watch',
      log: deps.log,
      backoff: { firstMs: WATCH.restMs, maxMs: WATCH.restMs },
      restFirstMs: WATCH.restMs,
      round: async () => {
        let isMore = false;
        for (const courier of deps.couriers.ids)
          isMore = (await raiseSilences(deps, courier)) === WATCH.alarmsPerTransactionMax || isMore;
        return isMore ? 0 : { atLeastMs: WATCH.restMs };
      },
    });
  }
}
