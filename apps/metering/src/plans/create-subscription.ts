import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { conflict } from '@qafila/envelopes/refusal';
import { publish } from '@qafila/messaging/outbox';
import type { Principal } from '@qafila/auth/principal';
import { findPlan } from './find-plans.ts';
import type { CreateSubscriptionBody, SubscriptionAnswer } from './subscription.schema.ts';
import { Subscription, subscriptionEvent } from './subscription.entity.ts';

/**
 * Subscribes a customer to a plan. The share lock on the plan orders this transaction and a deactivation of the plan:
 * the deactivation waits and finds this subscription, or this transaction waits and finds the plan inactive.
 */
export async function createSubscription(
  source: DataSource,
  owner: Principal,
  planId: string,
  body: CreateSubscriptionBody,
): Promise<SubscriptionAnswer> {
  return source.transaction(async (tx) => {
    const plan = await findPlan(tx, owner, planId, 'pessimistic_read');
    if (!plan.active)
      throw conflict('plan_inactive', `The plan ${planId} is inactive and takes no new subscriptions.`, {
        plan_id: planId,
      });
    const now = new Date();
    const subscription: Subscription = {
      accountNo: plan.accountNo,
      id: body.id ?? `sub_${randomBytes(12).toString('hex')}`,
      planId,
      customerReference: body.customer_reference,
      status: 'active',
      endsAt: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
    const { id } = subscription;
    await tx.insert(Subscription, subscription).catch((error: { code?: string }) => {
      if (error.code === '23505')
        throw conflict(
          'subscription_exists',
          `A subscription with the id ${id} exists in this account. Choose another id.`,
          { id },
          'id',
        );
      throw error;
    });
    const event = subscriptionEvent(METER_EVENT.subscriptionCreated, subscription, owner);
    await publish(tx, TOPICS.meterEvents, event);
    return event.data;
  });
}
