import { unavailable } from '@qafila/envelopes/refusal';
import { eachAlone, GroupQueue } from '@qafila/runtime/group-queue';
import { enabledMethods } from '../checkout/offered-methods.ts';
import { LIMITS } from '../limits.ts';
import type { Owner, Payments } from '../payments.ts';
import type { Method } from '../routing/choose-gateways.ts';
import { storeProfiles } from '../store/store-profile.ts';
import type { IntentRow } from './intent.entity.ts';
import { insertIntents, intentRow } from './new-intent.ts';
import type { NewIntent } from './new-intent.ts';

/** Reads what was asked for, once it is known what the store offers; throws what it refuses. */
export type ReadIntent = (enabled: readonly Method[]) => NewIntent;

interface Create { owner: Owner; read: ReadIntent }

/** Creates that come at the same time share one read of store profiles and one insert. Answers the row as it is stored, and committed; each is refused alone. */
export class CreateQueue extends GroupQueue<Create, IntentRow> {
  constructor(payments: Pick<Payments, 'pool' | 'clock' | 'keys' | 'providers'>) {
    super({
      groupsAtOnce: LIMITS.createGroupsMax, perGroupMax: LIMITS.createsPerGroupMax, waitingMax: LIMITS.createsWaitingMax,
      whenFull: () => unavailable('More payments are being created than can be taken in. Send the same request again.'),
      together: async (creates) => {
        const profileOf = await storeProfiles(payments.pool, creates.map(({ owner }) => owner));
        const rows = eachAlone(creates, ({ owner, read }) => intentRow(payments, owner, read(enabledMethods(profileOf(owner).methods, payments.providers.gateways))));
        await insertIntents(payments.pool, rows.flatMap((row) => (row.status === 'fulfilled' ? [row.value] : [])));
        return rows;
      },
    });
  }
}
