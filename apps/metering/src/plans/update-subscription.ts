import type { DataSource } from 'typeorm';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { conflict } from '@qafila/envelopes/refusal';
import { publish } from '@qafila/messaging/outbox';
import type { Principal } from '@qafila/auth/principal';
import { findSubscription } from './find-subscriptions.ts';
import type { SubscriptionPath } from './find-subscriptions.ts';
import { Subscription, subscriptionEvent, subscriptionView } from './subscription.entity.ts';
import type { SubscriptionAnswer } from './subscription.schema.ts';
import { applyAction, statusAt } from './subscription.state.ts';
import type { SubscriptionAction } from './subscription.state.ts';

/** Applies one action of the state machine under the row's lock. */
export async function updateSubscription(
  source: DataSource,
  owner: Principal,
  path: SubscriptionPath,
  action: SubscriptionAction,
): Promise<SubscriptionAnswer> {
  return source.transaction(async (tx) => {
    const subscription = await findSubscription(tx, owner, path, true);
    const now = new Date();
    const next = applyAction(subscription, action, now);
    if (next === undefined) {
      const status = statusAt(subscription, now);
      throw conflict(
        'illegal_transition',
        `A ${status} subscription cannot take the action ${action}.`,
        { status, next_action: action },
        'next_action',
      );
    }
    if (next === subscription) return subscriptionView(subscription, owner);
    Object.assign(subscription, next, { revision: subscription.revision + 1, updatedAt: now });
    await tx.update(
      Subscription,
      { accountNo: subscription.accountNo, id: path.id },
      { ...next, revision: subscription.revision, updatedAt: now },
    );
    const event = subscriptionEvent(METER_EVENT.subscriptionUpdated, subscription, owner);
    await publish(tx, TOPICS.meterEvents, event);
    return event.data;
  });
}
