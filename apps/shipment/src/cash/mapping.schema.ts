import { isJsonObject } from '@qafila/json/is-object';
import type { Rule } from '@qafila/schema/field';
import { Currency, Whole } from '@qafila/schema/number-fields';
import { Judged, List, Nested } from '@qafila/schema/object-fields';
import { Choice, Text, textRule } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { CASH, LIMITS } from '../limits.ts';
import type { RemittanceMapping } from './mapping.ts';
import { LINE_KINDS } from './remittance.entity.ts';
import type { LineKind } from './remittance.entity.ts';

const COLUMN = { charactersMax: LIMITS.textCharactersMax };
type Kinds = Record<string, LineKind | 'ignore'>;

/** Which column of the file has what. */
export class RemittanceColumnsBody {
  @Text({
    ...COLUMN,
    description: 'The id of the line. Without one, its remittance, kind and references identify it.',
    example: 'line_id',
    optional: true,
  })
  id?: string;

  @Text({ ...COLUMN, description: 'What the line is. Without one: `cash`.', example: 'type', optional: true })
  kind?: string;

  @List(textRule(COLUMN), {
    description: 'The columns that name the parcel: its waybill, the shipment id or your reference.',
    example: ['waybill', 'reference'],
    itemsMin: 1,
    itemsMax: CASH.referencesMax,
  })
  references!: string[];

  @Text({ ...COLUMN, description: 'The cash before fees.', example: 'amount' })
  amount!: string;

  @Text({ ...COLUMN, description: 'The fee; positive when the courier keeps it.', example: 'fee', optional: true })
  fee?: string;

  @Text({ ...COLUMN, description: 'The cash after fees.', example: 'net', optional: true })
  net?: string;

  @Text({
    ...COLUMN,
    description: 'The ISO 4217 currency. Without one, `currency` of the mapping.',
    example: 'currency',
    optional: true,
  })
  currency?: string;

  @Text({ ...COLUMN, description: "The courier's number of the remittance.", example: 'remittance_id' })
  remittance!: string;

  @Text({
    ...COLUMN,
    description: 'When it was paid: ISO 8601, UTC where there is no zone, or seconds since 1970.',
    example: 'paid_at',
  })
  at!: string;
}

const KINDS: readonly string[] = [...LINE_KINDS, 'ignore'];

const kindsRule: Rule<Kinds> = {
  expects: `an object of at most ${CASH.kindsMax} fields, each one of ${KINDS.join(', ')}`,
  schema: { type: 'object', additionalProperties: { type: 'string', enum: [...KINDS] } },
  read(value, at) {
    if (!isJsonObject(value)) return at.fail(`must be ${kindsRule.expects}`);
    const entries = Object.entries(value);
    const isListed = entries.every(([, kind]) => typeof kind === 'string' && KINDS.includes(kind));
    if (!isListed || entries.length > CASH.kindsMax) return at.fail(`must be ${kindsRule.expects}`);
    return Object.fromEntries(entries) as Kinds;
  },
};

/** How the remittance files of a courier are read. */
export class RemittanceMappingBody implements RemittanceMapping {
  @Nested(() => RemittanceColumnsBody, { description: 'The names of the columns.' })
  columns!: RemittanceColumnsBody;

  @Judged(kindsRule, {
    description:
      'What each value of the column `kind` is: `cash` of a parcel, a `fee` for none of them, the `payment` to your ' +
      'bank. A value that is not listed refuses the file; `ignore` skips the line.',
    example: { cod: 'cash', fee: 'fee', payment: 'payment' },
  })
  kinds!: Kinds;

  @Currency({ description: 'Of a file that has no column of it.', optional: true })
  currency?: string;

  @Choice(['major', 'minor'], { description: 'The unit of the amounts.', example: 'major' })
  units!: 'major' | 'minor';

  @Choice([',', ';', 'tab'], { description: 'What separates the cells.', example: ',' })
  delimiter!: ',' | ';' | 'tab';

  @Whole({
    description: 'The largest agreed fee, in basis points of the cash. A larger one is an exception.',
    example: 500,
    min: 0,
    max: 10_000,
  })
  fee_basis_points_max!: number;

  static judge({ columns, currency }: Partial<RemittanceMappingBody>, at: Place): void {
    if (columns !== undefined && columns.currency === undefined && currency === undefined)
      at.fail('needs columns.currency, or currency');
  }
}

/** The mapping, and whether the company saved it. */
export class RemittanceMappingAnswer {
  @Text({ description: 'The courier.', example: 'sandbox-express' })
  courierId!: string;

  @Choice(['company', 'built_in'], { description: 'Where it comes from.', example: 'built_in' })
  source!: 'company' | 'built_in';

  @Nested(() => RemittanceMappingBody, { description: 'The mapping.' })
  mapping!: RemittanceMapping;
}

/** Body of the change of a mapping. */
export class SaveRemittanceMappingBody {
  @Nested(() => RemittanceMappingBody, {
    description: 'The mapping; null returns to the built-in one.',
    nullable: true,
  })
  mapping!: RemittanceMapping | null;
}
