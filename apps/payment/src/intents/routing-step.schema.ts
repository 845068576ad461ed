import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Flag, Text } from '@qafila/schema/text-fields';
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
}
