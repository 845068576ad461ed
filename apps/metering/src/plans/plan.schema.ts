import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, Length, Matches } from 'class-validator';
import type { JsonValue } from '@qafila/json/json-value';
import { LIMITS } from '../limits.ts';
import { AsGiven, IfGiven, IsAtMostBytes, IsMeterText } from '../meters/meter.schema.ts';
import { SUBSCRIPTION_ACTIONS, SUBSCRIPTION_STATUSES } from './subscription.state.ts';
import type { SubscriptionAction, SubscriptionStatus } from './subscription.state.ts';

/** Body of create plan. Each of `meters` is read by create-plan.ts: prices have two shapes and exact numbers. */
export class CreatePlanBody {
  @IsOptional() @IsString() @IsNotEmpty() @IsMeterText() @IsAtMostBytes(LIMITS.meterIdBytesMax)
  id?: string;

  @IsString() @IsMeterText() @Length(1, LIMITS.nameCharactersMax)
  name!: string;

  @IsOptional() @IsBoolean()
  active?: boolean;

  @IsBoolean()
  recurring!: boolean;

  @AsGiven() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(LIMITS.planMetersMax)
  meters!: JsonValue[];
}

/** Body of update plan. Prices and meters never change: subscriptions would silently get other terms. */
export class UpdatePlanBody {
  @IfGiven() @IsString() @IsMeterText() @Length(1, LIMITS.nameCharactersMax)
  name?: string;

  @IfGiven() @IsBoolean()
  active?: boolean;
}

class PageQuery {
  @IsOptional() @Matches(/^[1-9]\d{0,3}$/)
  limit?: string;

  @IsOptional() @IsString() @Matches(/^[\w-]{1,1000}$/)
  cursor?: string;
}

/** Query of list plans. */
export class ListPlansQuery extends PageQuery {
  @IsOptional() @IsIn(['true', 'false'])
  active?: 'true' | 'false';
}

/** Body of create subscription. The reference is the merchant's own name for the customer: an e-mail address will do. */
export class CreateSubscriptionBody {
  @IsOptional() @IsString() @IsNotEmpty() @IsMeterText() @IsAtMostBytes(LIMITS.meterIdBytesMax)
  id?: string;

  // eslint-disable-next-line no-control-regex
  @IsString() @Length(1, LIMITS.customerReferenceCharactersMax) @Matches(/^[^\u0000-\u001f\u007f]*$/, { message: 'customer_reference must not contain control characters' })
  customer_reference!: string;
}

/** Body of update subscription. */
export class UpdateSubscriptionBody {
  @IsIn(SUBSCRIPTION_ACTIONS)
  next_action!: SubscriptionAction;
}

/** Query of list subscriptions. */
export class ListSubscriptionsQuery extends PageQuery {
  @IsOptional() @IsIn(SUBSCRIPTION_STATUSES)
  status?: SubscriptionStatus;
}
