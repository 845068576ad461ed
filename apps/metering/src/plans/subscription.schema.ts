import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { ChosenId, CustomerReference } from '../field-rules.ts';
import { SUBSCRIPTION_ACTIONS, SUBSCRIPTION_STATUSES } from './subscription.state.ts';
import type { SubscriptionAction, SubscriptionStatus } from './subscription.state.ts';

const CUSTOMER = {
  description: 'Your own name for the customer, such as an e-mail address; no control characters.',
  example: 'customer-7',
};

/** Body of create subscription. */
export class CreateSubscriptionBody {
  @ChosenId({
    description: 'Your code for the subscription, unique in the account. Left out: one is created.',
    example: 'sub_1',
    optional: true,
    nullable: true,
  })
  id?: string | null;

  @CustomerReference(CUSTOMER)
  customer_reference!: string;
}

/** Body of update subscription. */
export class UpdateSubscriptionBody {
  @Choice(SUBSCRIPTION_ACTIONS, {
    description:
      '`pause` and `resume` an active subscription, `cancel` it now, or `cancel_at_period_end` with the calendar ' +
      'month (UTC), which `resume` takes back.',
    example: 'pause',
  })
  next_action!: SubscriptionAction;
}

/** Query of list subscriptions. */
export class ListSubscriptionsQuery extends ListQuery {
  @Choice(SUBSCRIPTION_STATUSES, {
    description: 'Only subscriptions in this status.',
    example: 'active',
    optional: true,
  })
  status?: SubscriptionStatus;
}

/** A subscription on the wire. */
export class SubscriptionAnswer {
  @Text({ description: 'The code of the subscription, unique in the account.', example: 'sub_1' })
  id!: string;

  @Text({ description: 'The plan of the subscription.', example: 'pro' })
  plan_id!: string;

  @Text({ ...CUSTOMER, charactersMax: 510 })
  customer_reference!: string;

  @Choice(SUBSCRIPTION_STATUSES, {
    description: '`canceling` ends at `ends_at`; `canceled` has ended.',
    example: 'active',
  })
  status!: SubscriptionStatus;

  @Moment({
    description: 'When a canceling subscription ends, or a canceled one ended; null for the others.',
    nullable: true,
  })
  ends_at!: string | null;

  @Text({ description: 'The account that owns the subscription.', example: '5f1d7a3b9c2e4680' })
  account_id!: string;

  @Text({ description: 'The store that owns the subscription.', example: 'str_1' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode of the subscription.', example: 'stage' })
  mode!: string;

  @Moment({ description: 'When the customer subscribed.' })
  createdAt!: string;

  @Moment({ description: 'When the subscription last changed.' })
  updatedAt!: string;
}
