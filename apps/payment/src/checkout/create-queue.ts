import { unavailable } from '@qafila/envelopes/refusal';
import { BatchQueue, isSettled, settleEach } from '@qafila/runtime/batch-queue';
import type { PaymentDependencies } from '../dependencies.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { insertIntents, intentRow } from '../intents/new-intent.ts';
import type { NewIntent } from '../intents/new-intent.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import { enabledMethods } from '../store/offered-methods.ts';
import type { StoreOffer } from '../store/offered-methods.ts';
import { storeProfiles } from '../store/store-profile.ts';

/** Reads the request once the store's methods are known, and throws its refusal. */
export type ReadIntent = (store: StoreOffer) => NewIntent;

interface Create {
  owner: Owner;
  read: ReadIntent;
}

/**
 * Concurrent creates share one read of store profiles and one insert. Each create resolves with its committed row or
 * with its own refusal.
 */
export class CreateQueue extends BatchQueue<Create, IntentRow> {
  constructor(deps: PaymentDependencies) {
    super({
      batchesAtOnce: LIMITS.createGroupsMax,
      batch: { itemsMax: LIMITS.createsPerGroupMax },
      waiting: {
        itemsMax: LIMITS.createsWaitingMax,
        error: () => unavailable('Too many payments are waiting to be created. Send the same request again.'),
      },
      run: async (creates) => {
        const owners = creates.map(({ owner }) => owner);
        const [profileOf, providersOf] = await Promise.all([
          storeProfiles(deps.pool, owners),
          deps.providers.ofStores(owners),
        ]);
        const rows = settleEach(creates, ({ owner, read }) => {
          const providers = providersOf(owner);
          const enabled = enabledMethods(profileOf(owner).methods, providers.available);
          return intentRow(deps, owner, read({ enabled, providers }));
        });
        await insertIntents(deps.pool, rows.filter(isSettled));
        return rows;
      },
    });
  }
}

/** What creating an intent needs. */
export interface CreateDependencies {
  deps: PaymentDependencies;
  createQueue: Pick<CreateQueue, 'submit'>;
}
