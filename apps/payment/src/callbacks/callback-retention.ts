import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { PaymentDependencies } from '../dependencies.ts';
import { GATEWAYS } from '../limits.ts';
import { deleteOldCallbacks } from './keep-callback.ts';

/** Deletes kept calls after their time, in every process: a repeat finds nothing. */
export class CallbackRetention extends BackgroundLoop {
  constructor(deps: PaymentDependencies) {
    super({
      name: 'callback-retention',
      log: deps.log,
      restFirstMs: GATEWAYS.retentionEveryMs,
      backoff: { firstMs: GATEWAYS.retentionEveryMs, maxMs: GATEWAYS.retentionEveryMs },
      round: async () => {
        await deleteOldCallbacks(deps);
        return GATEWAYS.retentionEveryMs;
      },
    });
  }
}
