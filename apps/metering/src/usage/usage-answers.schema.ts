import { DecimalText } from '@qafila/schema/decimal-fields';
import type { Rule } from '@qafila/schema/field';
import { Whole } from '@qafila/schema/number-fields';
import { FreeMap, Judged, List, nestedRule } from '@qafila/schema/object-fields';
import { PageOf } from '@qafila/schema/page-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';
import { WINDOW_SIZES } from './usage-query.schema.ts';
import type { WindowSize } from './usage-query.schema.ts';

const groupsRule: Rule<Record<string, string | null>> = {
  expects: 'an object of fields and their values',
  schema: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
  read: (value) => value as Record<string, string | null>,
};

/** One row of the answer. Decimals are strings, because a JSON number can lose digits in transit. */
export class UsageRow {
  @DecimalText({
    description:
      "The exact usage that arrived before its period's close; null where a maximum or latest value has no event.",
    example: '173',
    nullable: true,
  })
  value!: string | null;

  @DecimalText({
    description: 'What can be charged: `value`, or `0` where it is null or negative.',
    example: '173',
  })
  billable!: string;

  @Moment({ description: 'Where the window begins.', example: '2026-11-01T00:00:00.000Z' })
  windowStart!: string;

  @Moment({ description: 'Where the next window begins.', example: '2026-11-02T00:00:00.000Z' })
  windowEnd!: string;

  @Judged(groupsRule, {
    description: 'The values of the `groupBy` fields; null groups the events without the field.',
    example: { model: 'large' },
  })
  groupBy!: Record<string, string | null>;

  @DecimalText({
    description: 'The usage as known now; present where it arrived, or was taken back, after the close.',
    example: '180',
    nullable: true,
    optional: true,
  })
  adjustedValue?: string | null;
}

/** The answer to a usage query: the rows stand in `data`, and what was asked beside it. */
export class UsageAnswer {
  @Flag({ description: 'Always true.', example: true })
  success!: true;

  @Choice(['OK'], { description: 'Always OK.' })
  responseStatus!: 'OK';

  @Text({ description: 'For a person.', example: 'Usage' })
  message!: string;

  @Moment({ description: 'Where the range begins.', example: '2026-11-01T00:00:00.000000Z' })
  from!: string;

  @Moment({ description: 'Where the range ends.', example: '2026-12-01T00:00:00.000000Z' })
  to!: string;

  @Choice(WINDOW_SIZES, { description: 'The size of the windows; null: one total.', example: 'DAY', nullable: true })
  windowSize!: WindowSize | null;

  @Text({ description: 'The time zone of the windows.', example: 'UTC' })
  windowTimeZone!: string;

  @List(nestedRule(() => UsageRow), {
    description:
      'One row for each window and group, in the order of time. Without groups also the windows without usage.',
    itemsMax: LIMITS.queryRowsMax,
  })
  data!: UsageRow[];
}

/** One stored event. */
export class StoredEvent {
  @Text({ description: 'Your id of the event.', example: 'req-1' })
  event_id!: string;

  @Choice(['ADD', 'REMOVE'], { description: 'As it was sent.', example: 'ADD' })
  operation!: 'ADD' | 'REMOVE';

  @Moment({ description: 'When the usage happened.', example: '2026-11-01T00:00:00.123456Z' })
  timestamp!: string;

  @Moment({ description: 'When the event was stored.', example: '2026-11-01T00:00:00.200000Z' })
  received_at!: string;

  @Flag({ description: 'Whether the event is in the totals.', example: true })
  counted!: boolean;

  @Choice(['filter_mismatch', 'target_not_counted', 'reversed'], {
    description: 'Why it is not in the totals; null for a counted event.',
    nullable: true,
  })
  reason!: string | null;

  @Whole({
    description: 'The version of the filters that judged it.',
    example: 1,
    min: 1,
    max: LIMITS.meterVersionsMax,
  })
  meter_version!: number;

  @DecimalText({
    description: 'What it adds to the total, signed; null when not counted.',
    example: '173',
    nullable: true,
  })
  value!: string | null;

  @Flag({ description: 'True when its period was closed before it arrived.', example: false })
  late!: boolean;

  @Text({ description: 'The `event_id` that it takes back.', nullable: true })
  reverses!: string | null;

  @FreeMap({
    description: 'Exactly as it was sent, every digit kept.',
    example: { tokens: 173, model: 'large' },
    bytesMax: LIMITS.eventBytesMax,
  })
  payload!: Record<string, unknown>;
}

export const StoredEventPage = PageOf(StoredEvent);
