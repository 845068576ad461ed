import type { Rule } from '@qafila/schema/field';
import { Whole } from '@qafila/schema/number-fields';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { Flag, Text } from '@qafila/schema/text-fields';
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

  @Flag({ description: 'Whether another gateway would be asked first.', example: true })
  changed!: boolean;

  @Text({
    ...GATEWAY,
    description: 'The gateway that was asked first, in the latest try of the customer.',
    example: 'cardgateway-b',
  })
  now!: string;

  @Text({
    ...GATEWAY,
    description: 'The gateway that the rules would ask first; `none` when none can take the payment.',
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
    description:
      'The gateways that can take the payment, with their circuits, success rates and costs of now, whatever the ' +
      'rule orders by.',
    itemsMax: LIMITS.gatewaysPerRuleMax * 3,
  })
  candidates!: RoutingCandidateAnswer[];
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
    description: `The latest payments that would change, then others, ${DRY_RUN_EXAMPLES_MAX} in all.`,
    itemsMax: DRY_RUN_EXAMPLES_MAX,
  })
  examples!: DryRunExample[];
}
