import { Currency, MajorAmount, Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';
import { PeriodEnd } from '../transactions/period-field.ts';
import { PERFORMANCE_GROUPS } from './performance.ts';
import type { PerformanceGroup } from './performance.ts';

const GATEWAY = { description: 'The type of the gateway.', example: 'cardgateway-a', charactersMax: 100 };
const DATE = { is: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, expects: 'a day such as 2026-11-22' };
const COUNT = { min: 0, max: 1_000_000_000 };

/** Query of the daily reconciliation. */
export class ReconciliationQuery {
  @Text({ description: 'The day, in UTC.', example: '2026-11-22', pattern: DATE })
  date!: string;

  @Text({ ...GATEWAY, description: 'Only this gateway.', optional: true })
  gateway?: string;
}

/** What a gateway owes in one currency, and why. Amounts are signed: what lowers it is negative. */
export class ReconciliationRowAnswer {
  @Text({ description: 'The day, in UTC.', example: '2026-11-22' })
  date!: string;

  @Text({ ...GATEWAY, charactersMin: 0 })
  gateway!: string;

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @MajorAmount({ description: 'What the gateway owed when the day began.', example: 0 })
  opening!: number;

  @MajorAmount({ description: 'Captures.', example: 1500.5 })
  captured!: number;

  @MajorAmount({ description: 'Refunds, less those that came back.', example: -500.25 })
  refunded!: number;

  @MajorAmount({ description: 'Fees, estimated or actual.', example: -37.51 })
  fees!: number;

  @MajorAmount({ description: 'Amounts that the gateway withheld or gave back.', example: 0 })
  disputes!: number;

  @MajorAmount({ description: 'Payouts.', example: -962.74 })
  payouts!: number;

  @MajorAmount({ description: 'Corrections by persons.', example: 0 })
  adjusted!: number;

  @MajorAmount({ description: 'What it owes when the day ends: the sum of the amounts above.', example: 0 })
  closing!: number;

  @Whole({ description: 'The exceptions of that day and before that are open now.', example: 0, ...COUNT })
  open_exceptions!: number;
}

export class ReconciliationAnswer {
  @List(nestedRule(() => ReconciliationRowAnswer), {
    description: 'One for each gateway and currency that the books know by the end of the day.',
    itemsMax: 10_000,
  })
  items!: ReconciliationRowAnswer[];
}

/** An inconsistency in the books. */
export class ImbalanceAnswer {
  @Text({ description: 'What is wrong.', example: 'a posting does not sum to zero' })
  what!: string;

  @Text({ description: 'Where.', example: 'capture/txn_019ab3c4d5e6f708192a3b4c5d6', charactersMax: 1_000 })
  place!: string;

  @Text({ description: 'The numbers.', example: '5', charactersMax: 1_000 })
  detail!: string;
}

/** The result of a check of the store's books. */
export class LedgerCheckAnswer {
  @Flag({ description: 'Whether nothing is wrong.', example: true })
  balanced!: boolean;

  @Whole({ description: 'The postings of the store.', example: 6, ...COUNT })
  postings!: number;

  @List(nestedRule(() => ImbalanceAnswer), {
    description: `What is wrong, at most ${LIMITS.imbalancesShown} of each kind.`,
    itemsMax: 10_000,
  })
  imbalances!: ImbalanceAnswer[];
}

/** Query of the report of performance. */
export class PerformanceQuery {
  @PeriodEnd({ description: 'The begin of the period: a date or a timestamp.', example: '2026-11-01T00:00:00Z' })
  from!: Date;

  @PeriodEnd({ description: 'The end of the period, which does not belong to it.', example: '2026-12-01T00:00:00Z' })
  to!: Date;

  @Choice(PERFORMANCE_GROUPS, {
    description:
      'What the transactions are grouped by. `country` is that of delivery, as its ISO 3166 code where it is known; ' +
      '`issuer_country` that of the card, where the gateway reports it; `bin` the first digits of the card.',
    example: 'gateway',
  })
  by!: PerformanceGroup;

  @Whole({
    description: 'With `bin`: how many digits make a range, 6 when left out. Gateways report six or eight.',
    example: 6,
    min: 1,
    max: 8,
    optional: true,
  })
  bin_digits?: number;
}

/** The transactions of one group in one currency. */
export class PerformanceRowAnswer {
  @Text({
    description: 'The gateway, method, country, range of BINs or currency.',
    example: 'cardgateway-a',
    charactersMin: 0,
  })
  group!: string;

  @Currency({ description: 'The ISO 4217 code of the currency.' })
  currency!: string;

  @Whole({ description: 'The transactions that began in the period.', example: 120, ...COUNT })
  transactions!: number;

  @Whole({ description: 'Those that the bank approved.', example: 100, ...COUNT })
  approved!: number;

  @Whole({ description: 'Those that were declined. The others are not decided.', example: 20, ...COUNT })
  declined!: number;

  @MajorAmount({ description: 'Approved of the decided ones, 0 to 1; null when none is decided.', nullable: true })
  approval_rate!: number | null;

  @MajorAmount({ description: 'What was captured of them, in major units.', example: 15000.5 })
  captured!: number;

  @MajorAmount({ description: 'What was refunded of them.', example: 500.25 })
  refunded!: number;

  @MajorAmount({ description: 'Their fees: actual where the gateway has reported them, else estimated.', example: 375 })
  fees!: number;

  @Whole({ description: 'Approved ones with 3-D Secure, whatever its result.', example: 80, ...COUNT })
  authenticated!: number;

  @Whole({ description: 'Approved ones for which the bank bears a fraud.', example: 75, ...COUNT })
  liability_shifted!: number;
}

export class PerformanceAnswer {
  @List(nestedRule(() => PerformanceRowAnswer), {
    description: `The largest groups first, at most ${LIMITS.reportGroupsMax}.`,
    itemsMax: LIMITS.reportGroupsMax,
  })
  items!: PerformanceRowAnswer[];
}
