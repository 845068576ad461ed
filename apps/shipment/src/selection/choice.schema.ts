import { Currency, Whole } from '@qafila/schema/number-fields';
import { DecimalText } from '@qafila/schema/decimal-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS, SELECTION } from '../limits.ts';
import type { Selection } from './choose-courier.ts';

const RULE = { charactersMax: 100, example: 'Riyadh, cash on delivery' };
const WHY = { charactersMax: 10_000, example: 'sandbox-express, then sandbox-economy' };
const COURIER = { description: 'The courier.', example: 'sandbox-express', charactersMax: LIMITS.textCharactersMax };
const SERVICE = { description: 'Its service; null: its usual one.', example: 'NEXT_DAY', nullable: true } as const;

/** A rule that was examined. */
export class CourierRuleVerdict {
  @Text({ ...RULE, description: 'The rule.' })
  rule!: string;

  @Flag({ description: 'Whether it chose.', example: true })
  matched!: boolean;

  @Text({ ...WHY, description: 'Why, or why not.' })
  why!: string;
}

/** A courier of the choice. */
export class ChosenCourier {
  @Text(COURIER)
  courierId!: string;

  @Text(SERVICE)
  serviceCode!: string | null;

  @DecimalText({
    description: 'What it quoted, in major units; null where the rule does not order by price.',
    example: null,
    nullable: true,
  })
  price!: string | null;

  @Currency({ description: 'The currency of the price.', example: null, nullable: true })
  currency!: string | null;

  @Whole({ description: 'The days that it quoted.', min: 0, max: 1_000, example: null, nullable: true })
  transitDays!: number | null;
}

/** A courier that said no. */
export class RefusingCourier {
  @Text(COURIER)
  courierId!: string;

  @Text(SERVICE)
  serviceCode!: string | null;

  @Text({ description: 'The code of its refusal.', example: 'address_not_served', charactersMin: 0 })
  code!: string;

  @Text({
    description: 'Its own words.',
    example: 'The address is not served.',
    charactersMin: 0,
    charactersMax: SELECTION.whyCharactersMax,
  })
  reason!: string;

  @Moment({ description: 'When.' })
  at!: string;
}

/** Why a shipment has its courier. */
export class CourierChoiceAnswer {
  @Text({ ...RULE, description: 'The rule that chose; null when none matched.', nullable: true })
  rule!: string | null;

  @Whole({ description: 'The version of the rules.', min: 0, max: 2_147_483_647, example: 3 })
  rulesVersion!: number;

  @Text({ ...WHY, description: 'Why.' })
  why!: string;

  @List(nestedRule(() => CourierRuleVerdict), {
    description: 'Every rule that was examined, up to the one that chose.',
    itemsMax: SELECTION.rulesMax,
  })
  considered!: CourierRuleVerdict[];

  @List(nestedRule(() => ChosenCourier), {
    description: 'The couriers in the order in which they are asked; one that refuses passes the shipment on.',
    itemsMax: SELECTION.couriersPerRuleMax,
  })
  order!: ChosenCourier[];

  @List(nestedRule(() => RefusingCourier), {
    description: 'Those that refused, in the order of time.',
    example: [],
    itemsMax: 1_000,
  })
  refused!: RefusingCourier[];
}

export function choiceView({ version, remaining: _, ...selection }: Selection): CourierChoiceAnswer {
  return { ...selection, rulesVersion: version };
}
