import type { Rule } from '@qafila/schema/field';
import { Whole } from '@qafila/schema/number-fields';
import { Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import { LIMITS, SELECTION } from '../limits.ts';
import { CourierRule } from '../selection/rule.schema.ts';

const SHIPMENTS = { min: 0, max: SELECTION.dryRunShipmentsMax };
const COURIER = { charactersMax: LIMITS.textCharactersMax, example: 'sandbox-express' };
const RULE = { charactersMax: 100, example: 'Riyadh, cash on delivery', nullable: true } as const;

/** Body of a dry run. */
export class CourierRulesDryRunBody {
  @List(nestedRule(() => CourierRule), {
    description: 'The rules to try, the first one first. Left out: the rules as they are.',
    itemsMax: SELECTION.rulesMax,
    optional: true,
  })
  rules?: CourierRule[];
}

/** A shipment that would have another first courier. */
export class CourierRulesDryRunRow {
  @Text({ description: 'The shipment.', example: 'shp_01KAB3X4Y5Z6' })
  shipmentId!: string;

  @Text({ description: 'Your reference.', example: 'order-1001', charactersMax: LIMITS.textCharactersMax * 2 })
  referenceNumber!: string;

  @Text({ ...COURIER, description: 'The courier that was asked first.' })
  now!: string;

  @Text({ ...COURIER, description: 'The courier that the rules would ask first.', example: 'sandbox-economy' })
  then!: string;

  @Text({ ...RULE, description: 'The rule that decides; null when none matches.' })
  rule!: string | null;

  @Text({ description: 'Why.', example: 'sandbox-economy, then sandbox-express', charactersMax: 4_000 })
  why!: string;
}

const countRule: Rule<Record<string, { now: number; then: number }>> = {
  expects: 'an object of counts by courier',
  schema: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        now: { type: 'integer', minimum: 0, description: 'Shipments that this courier got first.' },
        then: { type: 'integer', minimum: 0, description: 'Shipments that it would get first.' },
      },
      required: ['now', 'then'],
      additionalProperties: false,
    },
  },
  read: (value) => value as Record<string, { now: number; then: number }>,
};

export class CourierRulesDryRunAnswer {
  @Whole({ ...SHIPMENTS, description: 'How many past shipments were examined.', example: 250 })
  shipments!: number;

  @Whole({ ...SHIPMENTS, description: 'How many of them would go to another courier first.', example: 40 })
  changed!: number;

  @Judged(countRule, {
    description: 'Shipments by courier: how many it got first, and how many it would get first.',
    example: { 'sandbox-express': { now: 100, then: 140 }, 'sandbox-economy': { now: 150, then: 110 } },
  })
  byCourier!: Record<string, { now: number; then: number }>;

  @List(nestedRule(() => CourierRulesDryRunRow), {
    description: `The newest ${SELECTION.dryRunExamplesMax} shipments that would change.`,
    itemsMax: SELECTION.dryRunExamplesMax,
  })
  examples!: CourierRulesDryRunRow[];
}
