import { Whole } from '@qafila/schema/number-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';
import { SUBSCRIPTION_STATUSES } from './subscription.state.ts';
import type { SubscriptionStatus } from './subscription.state.ts';

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };
const BEFORE = { description: 'The status before the deactivation.', example: 'active' };
const AFTER = { description: 'The status after it.', example: 'canceling' };

export class PlanImpact {
  @Text({ description: 'The id of the plan.', example: 'pro' })
  id!: string;

  @Flag({ description: 'Whether the plan takes new subscriptions before.', example: true })
  active_before!: boolean;

  @Flag({ description: 'Whether it takes new subscriptions after.', example: false })
  active_after!: boolean;
}

export class SubscriptionStatusChange {
  @Choice(SUBSCRIPTION_STATUSES, BEFORE)
  status_before!: SubscriptionStatus;

  @Choice(SUBSCRIPTION_STATUSES, AFTER)
  status_after!: SubscriptionStatus;

  @Whole({ description: 'How many subscriptions change so.', example: 12, ...COUNT })
  count!: number;
}

export class SubscriptionImpact {
  @Text({ description: 'The id of the subscription.', example: 'sub_1' })
  id!: string;

  @Text({ description: 'The plan of the subscription.', example: 'pro' })
  plan_id!: string;

  @Choice(SUBSCRIPTION_STATUSES, BEFORE)
  status_before!: SubscriptionStatus;

  @Choice(SUBSCRIPTION_STATUSES, AFTER)
  status_after!: SubscriptionStatus;
}

export class SubscriptionsImpact {
  @Whole({ description: 'Subscriptions that have not ended.', example: 12, ...COUNT })
  total!: number;

  @Whole({ description: 'Subscriptions that change.', example: 12, ...COUNT })
  changed!: number;

  @List(nestedRule(() => SubscriptionStatusChange), {
    description: 'The changes, counted by status.',
    itemsMax: SUBSCRIPTION_STATUSES.length,
  })
  by_status_change!: SubscriptionStatusChange[];

  @List(nestedRule(() => SubscriptionImpact), {
    description: `The first ${LIMITS.impactItemsMax} subscriptions that change.`,
    itemsMax: LIMITS.impactItemsMax,
  })
  items!: SubscriptionImpact[];
}

/**
 * The effect of a deactivation on plans and subscriptions. The lists contain the first 100 items; the totals count all.
 */
export class ImpactAnswer {
  @Whole({ description: 'Plans that charge for the meter.', example: 1, ...COUNT })
  plans_total!: number;

  @List(nestedRule(() => PlanImpact), {
    description: `The first ${LIMITS.impactItemsMax} of these plans.`,
    itemsMax: LIMITS.impactItemsMax,
  })
  plans!: PlanImpact[];

  @Nested(() => SubscriptionsImpact, { description: 'The subscriptions of these plans.' })
  subscriptions!: SubscriptionsImpact;
}
