import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { PaymentDependencies } from '../dependencies.ts';
import { GATEWAYS } from '../limits.ts';
import { AdoptionPlace, adoptKeptDisputes } from './adopt-disputes.ts';
import { deleteOldCallbacks } from './keep-callback.ts';

/** Deletes kept calls after their time, and those of disputes that are known by now: a repeat finds nothing. */
export class CallbackRetention extends BackgroundLoop {
  constructor(deps: PaymentDependencies) {
    const place = new AdoptionPlace();
    super({
      name: 'callback-retention',
      log: deps.log,
      restFirstMs: GATEWAYS.retentionEveryMs,
      backoff: { firstMs: GATEWAYS.retentionEveryMs, maxMs: GATEWAYS.retentionEveryMs },
      round: async () => {
        await deleteOldCallbacks(deps);
        await adoptKeptDisputes(deps, place);
        return GATEWAYS.retentionEveryMs;
      },
    });
  }
}
