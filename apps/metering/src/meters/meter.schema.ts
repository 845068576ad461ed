import type { JsonObject } from '@qafila/json/json-value';
import { Choice, Flag } from '@qafila/schema/text-fields';
import { Judged, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import type { Rule } from '@qafila/schema/field';
import type { Place } from '@qafila/schema/violations';
import { ChosenId, Immutable, MeterText, meterTextRule } from '../field-rules.ts';
import { LIMITS } from '../limits.ts';
import { aggregationTypeRule } from '../meter-definitions/aggregation-type-rule.ts';
import { filtersRule } from '../meter-definitions/filters-rule.ts';
import { AGGREGATION_TYPES } from '../meter-definitions/meter.entity.ts';
import type { AggregationType } from '../meter-definitions/meter.entity.ts';
import { NEXT_ACTIONS } from '../plans/impact.ts';
import type { NextAction } from '../plans/impact.ts';

const NAME = { description: 'A label for people.', example: 'Generated tokens' };
const FILTERS = {
  description:
    'Which events the meter counts: an object of payload fields and the values that they must have, or a tree of ' +
    '`{"conjunction": "and" | "or", "clauses": [{"property", "operator", "value"}]}` with the operators eq, ne, in, ' +
    `nin, gt, gte, lt, lte, contains and exists. At most ${LIMITS.filterClausesMax} clauses, nested ` +
    `${LIMITS.filterDepthMax} deep. Empty: every event counts. Changed filters hold for usage from then on.`,
  example: { model: ['large', 'small'] },
  optional: true,
};

/** Body of create (§4.13). Without `id` the service creates one. Only count meters need no `aggregation_field`. */
export class CreateMeterBody {
  @MeterText(NAME)
  name!: string;

  @Judged(aggregationTypeRule, {
    description:
      '`count` counts events, `sum` adds one field of the payload, `latest` takes its newest value, `max` its ' +
      'largest. `latest` and `max` begin again each calendar month (UTC).',
    example: 'sum',
  })
  aggregation_type!: AggregationType;

  @MeterText({
    description:
      'The field of the payload that is aggregated; `usage.tokens` names a nested one. Required for all but `count`.',
    example: 'tokens',
    optional: true,
    nullable: true,
  })
  aggregation_field?: string | null;

  @ChosenId({
    description: 'Your code for the meter, unique in the account. Left out: one is created.',
    example: 'tokens',
    optional: true,
    nullable: true,
  })
  id?: string | null;

  @Flag({
    description: 'Whether the meter accepts events. Default true.',
    example: true,
    optional: true,
    nullable: true,
  })
  active?: boolean | null;

  @Judged(filtersRule, { ...FILTERS, nullable: true })
  filters?: JsonObject | null;

  @List(meterTextRule, {
    description: `Up to ${LIMITS.groupByFieldsMax} fields of the payload by whose values queries can split the totals.`,
    example: ['model'],
    itemsMax: LIMITS.groupByFieldsMax,
    unique: true,
    optional: true,
    nullable: true,
  })
  group_by?: string[] | null;

  static judge({ aggregation_type: type, aggregation_field: name }: CreateMeterBody, at: Place): void {
    if (type !== undefined && type !== 'count' && (name ?? null) === null && !at.below('aggregation_field').hasFailed)
      at.below('aggregation_field').fail(`is required for ${type}: it names the payload field to aggregate`);
  }
}

/** `subscription` of §4.13. NEXT_ACTIONS explains the values. */
export class SubscriptionOrder {
  @Choice(NEXT_ACTIONS, {
    description:
      'What happens to the subscriptions of every plan that charges for the meter: `keep` changes none, `pause` ' +
      'pauses the active ones, `cancel_at_period_end` ends them with the calendar month (UTC), `cancel` ends them now.',
    example: 'cancel_at_period_end',
  })
  next_action!: NextAction;
}

/** `plan` of §4.13. */
export class PlanOrder {
  @Flag({ description: 'Whether the plans that charge for the meter take new subscriptions.', example: false })
  active!: boolean;
}

const SUBSCRIPTION = { description: 'What a deactivation does to subscriptions.' };
const PLAN = { description: 'What a deactivation does to plans.' };
export const NEEDED = {
  'subscription.next_action':
    'is required to deactivate a meter: it says what happens to the subscriptions of its plans',
  'plan.active': 'is required to deactivate a meter: it says whether its plans take new subscriptions',
} as const;

/** §4.13 rule 1 names the inner fields, so the refusal does. */
function neededRule(type: () => new () => object, name: string, why: string): Rule<object> {
  return { ...nestedRule(type), missing: (at) => at.below(name).fail(why) };
}

/** Body of deactivate (§3.3). */
export class DeactivateMeterBody {
  @Judged(neededRule(() => SubscriptionOrder, 'next_action', NEEDED['subscription.next_action']), SUBSCRIPTION)
  subscription!: SubscriptionOrder;

  @Judged(neededRule(() => PlanOrder, 'active', NEEDED['plan.active']), PLAN)
  plan!: PlanOrder;
}

/** Body of update (§4.13): at least one field. */
export class UpdateMeterBody {
  @MeterText({ ...NAME, optional: true })
  name?: string;

  @Flag({
    description: 'False deactivates the meter and needs `subscription` and `plan`; true lets it accept events again.',
    example: false,
    optional: true,
  })
  active?: boolean;

  @Nested(() => SubscriptionOrder, { ...SUBSCRIPTION, optional: true })
  subscription?: SubscriptionOrder;

  @Nested(() => PlanOrder, { ...PLAN, optional: true })
  plan?: PlanOrder;

  @Judged(filtersRule, FILTERS)
  filters?: JsonObject;

  @Immutable() id?: never;
  @Immutable() aggregation_type?: never;
  @Immutable() aggregation_field?: never;
  @Immutable() group_by?: never;

  static judge(body: UpdateMeterBody, at: Place): void {
    if (Object.keys(body).length === 0 && at.violations.isEmpty)
      at.violations.add('body', 'Send at least one of name, active, subscription, plan, filters.');
    if (body.active === false) return;
    // Without active false these fields have no effect; a value that asks for one is refused, not ignored.
    if ((body.subscription?.next_action ?? 'keep') !== 'keep')
      at.below('subscription.next_action').fail('is only allowed with active false: it says what a deactivation does');
    if (body.plan?.active === false)
      at.below('plan.active').fail('false is only allowed with active false: it says what a deactivation does');
  }
}

/** Query of update and deactivate. */
export class DryRunQuery {
  @Flag({
    description: 'With `true` nothing changes: the answer says what the same request would do.',
    example: true,
    optional: true,
  })
  dry_run?: boolean;
}

/** Query of list. */
export class ListMetersQuery extends ListQuery {
  @Flag({ description: 'Only active or only inactive meters.', example: true, optional: true })
  active?: boolean;

  @Choice(AGGREGATION_TYPES, { description: 'Only meters of this aggregation.', example: 'sum', optional: true })
  aggregation_type?: AggregationType;
}
