import { List, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { Variant } from '@qafila/schema/variant-fields';
import type { Place } from '@qafila/schema/violations';
import { ChosenId, MeterText } from '../field-rules.ts';
import { LIMITS } from '../limits.ts';
import { PRICE_ANSWERS, PRICES } from './price.schema.ts';
import type { Price } from './price.schema.ts';

const NAME = { description: 'A label for people.', example: 'Pro' };
const ACTIVE = { description: 'Whether the plan takes new subscriptions.', example: true };
const RECURRING = {
  description:
    'Whether the plan charges again each calendar month. Meters of `latest` and `max` are one-time only: they need ' +
    '`false`.',
  example: true,
};

/** A meter that a new plan charges for. */
export class PlanMeterBody {
  @Text({ description: 'The id of an active meter of the store.', example: 'tokens', charactersMax: 1000 })
  meter_id!: string;

  @Variant(PRICES, {
    description: 'What the units of the meter cost. `fixed_retainer` needs a meter of `count` or `sum`.',
  })
  price!: Price;
}

/** Body of create plan. */
export class CreatePlanBody {
  @ChosenId({
    description: 'Your code for the plan, unique in the account. Left out: one is created.',
    example: 'pro',
    optional: true,
    nullable: true,
  })
  id?: string | null;

  @MeterText(NAME)
  name!: string;

  @Flag({ ...ACTIVE, description: `${ACTIVE.description} Default true.`, optional: true, nullable: true })
  active?: boolean | null;

  @Flag(RECURRING)
  recurring!: boolean;

  @List(nestedRule(() => PlanMeterBody), {
    description: 'The meters that the plan charges for, each once.',
    itemsMin: 1,
    itemsMax: LIMITS.planMetersMax,
  })
  meters!: PlanMeterBody[];

  static judge({ meters = [] }: Partial<CreatePlanBody>, at: Place): void {
    const seen = new Set<string>();
    meters.forEach((meter: PlanMeterBody | undefined, index) => {
      const id = meter?.meter_id;
      if (id === undefined) return;
      if (seen.has(id))
        at.below(`meters.${index}.meter_id`).fail(`names ${id} a second time; a plan can bind a meter once`);
      seen.add(id);
    });
  }
}

/** Body of update plan. Prices and meters never change: subscriptions would silently get new terms. */
export class UpdatePlanBody {
  @MeterText({ ...NAME, optional: true })
  name?: string;

  @Flag({ ...ACTIVE, optional: true })
  active?: boolean;

  static judge(body: UpdatePlanBody, at: Place): void {
    if (Object.keys(body).length === 0 && at.violations.isEmpty)
      at.violations.add('body', 'Send name, active or both.');
  }
}

/** Query of list plans. */
export class ListPlansQuery extends ListQuery {
  @Flag({ description: 'Only active or only inactive plans.', example: true, optional: true })
  active?: boolean;
}

/** A meter of a plan on the wire. */
export class PlanMeterAnswer {
  @Text({ description: 'The id of the meter.', example: 'tokens' })
  meter_id!: string;

  @Variant(PRICE_ANSWERS, { description: 'What its units cost.' })
  price!: Price;
}

/** A plan on the wire. */
export class PlanAnswer {
  @Text({ description: 'The code of the plan, unique in the account.', example: 'pro' })
  id!: string;

  @Text({ ...NAME, charactersMax: 510 })
  name!: string;

  @Flag(ACTIVE)
  active!: boolean;

  @Flag(RECURRING)
  recurring!: boolean;

  @List(nestedRule(() => PlanMeterAnswer), {
    description: 'The meters that the plan charges for, in the order of the request.',
    itemsMax: LIMITS.planMetersMax,
  })
  meters!: PlanMeterAnswer[];

  @Text({ description: 'The account that owns the plan.', example: '5f1d7a3b9c2e4680' })
  account_id!: string;

  @Text({ description: 'The store that owns the plan.', example: 'str_1' })
  store_id!: string;

  @Choice(['stage', 'live'], { description: 'The mode of the plan.', example: 'stage' })
  mode!: string;

  @Moment({ description: 'When the plan was created.' })
  createdAt!: string;

  @Moment({ description: 'When the plan last changed.' })
  updatedAt!: string;
}
