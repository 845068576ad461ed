import { isJsonObject } from '@qafila/json/is-object';
import type { Rule } from '@qafila/schema/field';
import { Whole } from '@qafila/schema/number-fields';
import { Judged, List, Nested } from '@qafila/schema/object-fields';
import { Choice, Text, textRule } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';
import type { Mapping } from './mapping.ts';
import { SETTLED_KINDS } from './settlement-line.ts';
import type { SettledKind } from './settlement-line.ts';

const COLUMN = { charactersMax: LIMITS.textCharactersMax };

/** Which column of the file has what. */
export class MappedColumnsBody {
  @Text({
    ...COLUMN,
    description: 'The id of the line. Without one, kind and references identify a line.',
    example: 'line_id',
    optional: true,
  })
  id?: string;

  @Text({ ...COLUMN, description: 'What the line is.', example: 'type' })
  kind!: string;

  @List(textRule(COLUMN), {
    description: 'The columns that name the payment: our id of the operation, or the ids of the gateway.',
    example: ['merchant_reference', 'payment_id'],
    itemsMin: 1,
    itemsMax: LIMITS.settlementReferencesMax,
  })
  references!: string[];

  @Text({ ...COLUMN, description: 'The amount before fees.', example: 'gross' })
  gross!: string;

  @Text({ ...COLUMN, description: 'The fee; positive when the gateway keeps it.', example: 'fee', optional: true })
  fee?: string;

  @Text({ ...COLUMN, description: 'The amount after fees.', example: 'net', optional: true })
  net?: string;

  @Text({ ...COLUMN, description: 'The ISO 4217 currency.', example: 'currency' })
  currency!: string;

  @Text({ ...COLUMN, description: 'The id of the payout that pays the line.', example: 'payout_id', optional: true })
  payout?: string;

  @Text({
    ...COLUMN,
    description: 'When it happened: ISO 8601, UTC where there is no zone, or seconds since 1970.',
    example: 'created_at',
  })
  at!: string;

  @Text({
    ...COLUMN,
    description:
      'The currency of the payment, where a line is settled in another one. Needs `exchanged_amount` or ' +
      '`exchange_rate`.',
    example: 'payment_currency',
    optional: true,
  })
  exchanged_currency?: string;

  @Text({
    ...COLUMN,
    description: 'What of the payment the line settles, in the currency of the payment.',
    example: 'payment_amount',
    optional: true,
  })
  exchanged_amount?: string;

  @Text({
    ...COLUMN,
    description: 'The price of one unit of the payment currency in the currency of the line, read without an amount.',
    example: 'exchange_rate',
    optional: true,
  })
  exchange_rate?: string;
}

const KINDS: readonly string[] = [...SETTLED_KINDS, 'ignore'];

const kindsRule: Rule<Record<string, SettledKind | 'ignore'>> = {
  expects: `an object of 1 to ${LIMITS.settlementKindsMax} fields, each one of ${KINDS.join(', ')}`,
  schema: { type: 'object', additionalProperties: { type: 'string', enum: [...KINDS] } },
  read(value, at) {
    if (!isJsonObject(value)) return at.fail(`must be ${kindsRule.expects}`);
    const entries = Object.entries(value);
    const isListed = entries.every(([, kind]) => typeof kind === 'string' && KINDS.includes(kind));
    if (!isListed || entries.length === 0 || entries.length > LIMITS.settlementKindsMax)
      return at.fail(`must be ${kindsRule.expects}`);
    return Object.fromEntries(entries) as Record<string, SettledKind | 'ignore'>;
  },
};

/** How the files of a gateway are read. */
export class MappingBody implements Mapping {
  @Nested(() => MappedColumnsBody, { description: 'The names of the columns.' })
  columns!: MappedColumnsBody;

  @Judged(kindsRule, {
    description:
      'What each value of the column `kind` is. A value that is not listed is an `adjustment`, which a person ' +
      'resolves; `ignore` skips the line.',
    example: { capture: 'capture', refund: 'refund', payout: 'payout' },
  })
  kinds!: Record<string, SettledKind | 'ignore'>;

  @Choice(['major', 'minor'], { description: 'The unit of the amounts.', example: 'minor' })
  units!: 'major' | 'minor';

  @Choice(['signed', 'by_kind'], {
    description: '`signed`: refunds and payouts are negative. `by_kind`: the file writes no signs.',
    example: 'signed',
  })
  signs!: 'signed' | 'by_kind';

  @Choice(['lines', 'sums'], {
    description: '`lines`: a payout has a line of its own. `sums`: the lines of a payout sum to what was paid.',
    example: 'lines',
  })
  payouts!: 'lines' | 'sums';

  @Choice([',', ';', 'tab'], { description: 'What separates the cells.', example: ',' })
  delimiter!: ',' | ';' | 'tab';

  @Whole({ description: 'After how many days a posting without a line is an exception.', example: 7, min: 1, max: 90 })
  missing_after_days!: number;

  @Whole({
    description: 'How far a fee may be from its estimate, in basis points of the gross amount.',
    example: 50,
    min: 0,
    max: 10_000,
  })
  fee_tolerance_basis_points!: number;
}

/** The mapping, and whether the store saved it. */
export class MappingAnswer {
  @Text({ description: 'The type of the gateway.', example: 'cardgateway-a', charactersMax: 100 })
  gateway!: string;

  @Choice(['store', 'built_in'], { description: 'Where it comes from.', example: 'built_in' })
  source!: 'store' | 'built_in';

  @Nested(() => MappingBody, { description: 'The mapping.' })
  mapping!: Mapping;
}

/** Body of the change of a mapping. */
export class SaveMappingBody {
  @Nested(() => MappingBody, { description: 'The mapping; null returns to the built-in one.', nullable: true })
  mapping!: Mapping | null;
}
