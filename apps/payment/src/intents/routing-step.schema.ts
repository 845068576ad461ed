import { MajorAmount, Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';

/** What one rule said of a payment. */
export class RuleVerdictAnswer {
  @Text({ description: 'The rule.', example: 'rule_019ab3c4d5e6f708192a3b4c5d6', charactersMin: 0 })
  rule_id!: string;

  @Flag({ description: 'Whether its conditions match the payment.', example: true })
  matched!: boolean;

  @Text({ description: 'Why, in words.', example: 'all conditions match', charactersMin: 0, charactersMax: 1_000 })
  why!: string;
}

/** How a gateway stood when the choice was made. */
export class RoutingCandidateAnswer {
  @Text({ description: 'The gateway.', example: 'cardgateway-a' })
  gateway_type!: string;

  @Choice(['closed', 'open', 'half_open'], {
    description:
      'Its circuit. `closed`: it answers. `open`: it did not answer, and gets no payments while another gateway can ' +
      'take them. `half_open`: one payment at a time tries it.',
    example: 'closed',
  })
  circuit!: string;

  @MajorAmount({
    description: 'Its success rate for this payment, 0 to 1; null where it was not read.',
    example: 0.93,
    nullable: true,
  })
  success_rate!: number | null;

  @Whole({
    description: 'How many payments its rate rests on; older ones count less.',
    example: 120,
    min: 0,
    max: 1_000_000_000,
    nullable: true,
  })
  observations!: number | null;

  @MajorAmount({
    description: 'What this payment costs there, in major units; null where it is not known or was not read.',
    example: 3.25,
    nullable: true,
  })
  cost!: number | null;

  @Text({
    description: 'Where the cost is from: `settings` of the store, or `books`.',
    example: 'settings',
    nullable: true,
  })
  cost_from!: string | null;
}

/** One choice of a gateway. */
export class RoutingStepAnswer {
  @Moment({ description: 'When the gateway was chosen.' })
  at!: string;

  @Text({
    description: 'The routing rule that chose it; null when none matches.',
    example: 'rule_019ab3c4d5e6f708192a3b4c5d6',
    nullable: true,
  })
  rule_id!: string | null;

  @Text({ description: 'The gateway.', example: 'cardgateway-a' })
  gateway_type!: string;

  @Text({ description: 'The transaction at this gateway.', example: 'txn_019ab3c4d5e6f708192a3b4c5d6' })
  attempt_id!: string;

  @Text({ description: 'Why this gateway was chosen.', example: 'all conditions match', charactersMax: 1_000 })
  reason!: string;

  @Text({ description: 'What the gateway answered.', example: 'captured', charactersMax: 1_000 })
  outcome!: string;

  @Whole({
    description: 'How long the gateway took, in milliseconds; null until it answers.',
    example: 240,
    min: 0,
    max: 600_000,
    nullable: true,
  })
  latency_ms!: number | null;

  @List(nestedRule(() => RuleVerdictAnswer), {
    description: 'The rules that were considered, in their order. Left out for a fallback to the next gateway.',
    itemsMax: LIMITS.rulesPerStoreMax,
    optional: true,
  })
  considered?: RuleVerdictAnswer[];

  @List(nestedRule(() => RoutingCandidateAnswer), {
    description:
      'How the gateways stood. Left out where the rule orders by priority and all of them answer, and for a fallback.',
    itemsMax: LIMITS.gatewaysPerRuleMax * 3,
    optional: true,
  })
  candidates?: RoutingCandidateAnswer[];
}
