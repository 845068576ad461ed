import type { Rule } from '@qafila/schema/field';
import { Whole } from '@qafila/schema/number-fields';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import { RoutingCandidateAnswer, RuleVerdictAnswer } from '../intents/routing-step.schema.ts';
import { LIMITS } from '../limits.ts';
import { CreateRoutingRuleBody } from './rule.schema.ts';

/** Enough to understand a change without reading every payment. */
export const DRY_RUN_EXAMPLES_MAX = 20;

const PAYMENTS = { min: 0, max: LIMITS.dryRunIntentsMax };
const GATEWAY = { charactersMax: 100, example: 'cardgateway-a' };

/** Body of a dry run. */
export class DryRunBody {
  @List(nestedRule(() => CreateRoutingRuleBody), {
    description: 'The rules to try, the first one first. Left out: the rules of the store as they are.',
    itemsMax: LIMITS.rulesPerStoreMax,
    optional: true,
  })
  rules?: CreateRoutingRuleBody[];
}

export class DryRunExample {
  @Text({ description: 'The payment intent.', example: 'pi_01KAB3X4Y5Z6' })
  payment_intent_id!: string;

  @Text({ ...GATEWAY, description: 'The gateway that was asked first.', example: 'cardgateway-b' })
  now!: string;

  @Text({
    ...GATEWAY,
    description: 'The gateway that the rules would ask first; `none` when none supports the method.',
  })
  then!: string;

  @Text({ description: 'The rule that decides; null when none matches.', example: 'rules.0', nullable: true })
  rule_id!: string | null;

  @List(nestedRule(() => RuleVerdictAnswer), {
    description: 'Every rule that was examined, in order, up to the one that decides.',
    itemsMax: LIMITS.rulesPerStoreMax,
  })
  considered!: RuleVerdictAnswer[];

  @List(nestedRule(() => RoutingCandidateAnswer), {
    description: 'How the gateways stand now. Left out where the rule orders by priority and all of them answer.',
    itemsMax: LIMITS.gatewaysPerRuleMax * 3,
    optional: true,
  })
  candidates?: RoutingCandidateAnswer[];
}

const countRule: Rule<Record<string, { now: number; then: number }>> = {
  expects: 'an object of counts by gateway',
  schema: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        now: { type: 'integer', minimum: 0, description: 'Payments that this gateway got first.' },
        then: { type: 'integer', minimum: 0, description: 'Payments that it would get first.' },
      },
      required: ['now', 'then'],
      additionalProperties: false,
    },
  },
  read: (value) => value as Record<string, { now: number; then: number }>,
};

export class DryRunAnswer {
  @Whole({ ...PAYMENTS, description: 'How many past payments were examined.', example: 250 })
  payments!: number;

  @Whole({ ...PAYMENTS, description: 'How many of them would go to another gateway first.', example: 40 })
  changed!: number;

  @Judged(countRule, {
    description: 'Payments by gateway: how many it got first, and how many it would get first.',
    example: { 'cardgateway-a': { now: 100, then: 140 }, 'cardgateway-b': { now: 150, then: 110 } },
  })
  by_gateway!: Record<string, { now: number; then: number }>;

  @List(nestedRule(() => DryRunExample), {
    description: `The first ${DRY_RUN_EXAMPLES_MAX} payments that would change.`,
    itemsMax: DRY_RUN_EXAMPLES_MAX,
  })
  examples!: DryRunExample[];
}
