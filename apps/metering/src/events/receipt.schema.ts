import { DecimalText } from '@qafila/schema/decimal-fields';
import { Whole } from '@qafila/schema/number-fields';
import { List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';

/** A half-open range of time. */
export class MeterPeriod {
  @Moment({ description: 'Where the period begins.', example: '2026-11-01T00:00:00.000000Z' })
  start!: string;

  @Moment({ description: 'Where the next one begins.', example: '2026-12-01T00:00:00.000000Z' })
  end!: string;
}

/** The answer to a stored event: where it counted, and the meter's value with it. */
export class EventReceipt {
  @Text({ description: 'Your id of the event.', example: 'req-1' })
  event_id!: string;

  @Flag({ description: 'Whether the event is in the totals.', example: true })
  counted!: boolean;

  @Text({
    description:
      'Why a stored event is not counted: `filter_mismatch`, or `target_not_counted` for a retraction of such an ' +
      'event; null for a counted one.',
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

  @Nested(() => MeterPeriod, { description: 'The period of the event: a calendar month in UTC.' })
  window!: MeterPeriod;

  @DecimalText({
    description:
      'The exact total of the period, committed together with this event; null when the event is not counted.',
    example: '173',
    nullable: true,
  })
  value!: string | null;

  @Flag({ description: 'True when the period was closed already: the usage is an adjustment.', example: false })
  late!: boolean;

  @Moment({ description: 'When the event was stored.', example: '2026-11-01T00:00:00.200000Z' })
  received_at!: string;
}

/** One mistake of an item. */
export class EventViolation {
  @Text({ description: 'The code of the rule.', example: 'validation_error' })
  code!: string;

  @Text({ description: 'The field, as a path.', example: 'payload.tokens', charactersMax: LIMITS.eventBytesMax })
  field!: string;

  @Text({
    description: 'What to correct.',
    example: 'payload.tokens must be a number.',
    charactersMax: LIMITS.eventBytesMax,
  })
  message!: string;
}

/** Why one event of a batch was refused. */
export class EventError {
  @Text({ description: 'The error code, as for a single event.', example: 'validation_error' })
  code!: string;

  @Text({
    description: 'What to correct.',
    example: 'timestamp must be in UTC: end it with Z.',
    charactersMax: LIMITS.eventBytesMax,
  })
  message!: string;

  @Text({
    description: 'The field at fault.',
    example: 'timestamp',
    charactersMax: LIMITS.eventBytesMax,
    nullable: true,
  })
  param!: string | null;

  @List(nestedRule(() => EventViolation), {
    description: 'Everything that is wrong with the event.',
    itemsMax: 100,
    optional: true,
  })
  details?: EventViolation[];

  @Text({ description: 'Of a repeated or retracted event: its id.', optional: true })
  event_id?: string;

  @Moment({ description: 'Of a repeated event: when it was first stored.', optional: true })
  first_received_at?: string;

  @Flag({ description: 'Of a repeated event: whether the content was the same.', optional: true })
  identical?: boolean;
}

/** The result of one event of a batch: a receipt or an error. */
export class EventResult {
  @Whole({ description: 'The place in `events`, from 0.', example: 0, min: 0, max: LIMITS.batchEventsMax - 1 })
  index!: number;

  @Text({
    description: 'Your id of the event; null where it has none.',
    example: 'req-1',
    charactersMin: 0,
    charactersMax: LIMITS.eventBytesMax,
    nullable: true,
  })
  event_id!: string | null;

  @Whole({
    description: 'The status that a single event would get: 200, 400, 404, 409, 413 or 503.',
    example: 200,
    min: 200,
    max: 599,
  })
  status!: number;

  @Nested(() => EventReceipt, { description: 'Of a stored event.', optional: true })
  receipt?: EventReceipt;

  @Nested(() => EventError, { description: 'Of a refused event.', optional: true })
  error?: EventError;
}

/** The results of a batch, in the order of the request. */
export class EventBatchAnswer {
  @List(nestedRule(() => EventResult), {
    description: 'One result for each event, in the order of the request.',
    itemsMax: LIMITS.batchEventsMax,
  })
  items!: EventResult[];
}
