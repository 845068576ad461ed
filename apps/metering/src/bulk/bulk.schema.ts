import { Whole } from '@qafila/schema/number-fields';
import { Nested } from '@qafila/schema/object-fields';
import { PageOf } from '@qafila/schema/page-fields';
import type { Page } from '@qafila/envelopes/page';
import { Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { LIMITS } from '../limits.ts';

const COUNT = { min: 0, max: LIMITS.bulkEventsMax };
const BULK_ID = { description: 'The id under which the results can be read.', example: 'blk_8f14e45fceea167a5a36dedd' };

/** The answer to a bulk. */
export class EventBulkAccepted {
  @Text(BULK_ID)
  bulk_id!: string;

  @Whole({ description: 'How many events were taken.', example: 10_000, ...COUNT })
  events!: number;
}

/** An event of a bulk that was not accepted. */
export class EventBulkProblem {
  @Whole({ description: 'The place in `events`, from 0.', example: 7, ...COUNT })
  index!: number;

  @Text({
    description: 'Your id of the event; null where it has none.',
    example: 'req-8',
    charactersMin: 0,
    charactersMax: LIMITS.eventBytesMax,
    nullable: true,
  })
  event_id!: string | null;

  @Whole({ description: 'The status that a single event would get.', example: 400, min: 400, max: 599 })
  status!: number;

  @Text({ description: 'The error code, as for a single event.', example: 'validation_error' })
  code!: string;

  @Text({
    description: 'What to correct.',
    example: 'timestamp must be in UTC: end it with Z.',
    charactersMax: LIMITS.eventBytesMax,
  })
  message!: string;
}

/** The results of a bulk so far. */
export class EventBulkAnswer {
  @Text(BULK_ID)
  bulk_id!: string;

  @Whole({ description: 'How many events were taken.', example: 10_000, ...COUNT })
  events!: number;

  @Whole({ description: 'Events that are stored.', example: 9_989, ...COUNT })
  accepted!: number;

  @Whole({ description: 'Events whose `event_id` was received before.', example: 10, ...COUNT })
  duplicates!: number;

  @Whole({ description: 'Events that were refused for another reason.', example: 1, ...COUNT })
  rejected!: number;

  @Whole({ description: 'Events without a result yet; 0 when the bulk is done.', example: 0, ...COUNT })
  pending!: number;

  @Flag({ description: 'Whether every event has its result.', example: true })
  done!: boolean;

  @Moment({ description: 'When the bulk was taken.' })
  created_at!: string;

  @Nested(() => PageOf(EventBulkProblem), { description: 'The events that were not accepted, by index.' })
  problems!: Page<EventBulkProblem>;
}
