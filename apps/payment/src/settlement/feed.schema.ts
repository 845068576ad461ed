import { Whole } from '@qafila/schema/number-fields';
import { List, nestedRule } from '@qafila/schema/object-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { FEEDS } from '../limits.ts';
import { PeriodEnd } from '../transactions/period-field.ts';

export const FEED_STATUSES = ['waiting', 'reading', 'failing', 'disconnected'] as const;
export type FeedStatus = (typeof FEED_STATUSES)[number];

/** Body of the request to read a gateway's books now. */
export class ReadFeedBody {
  @PeriodEnd({
    description:
      `Reads again what the gateway booked from here on, at most ${FEEDS.rereadMsMax / 86_400_000} days back. Left ` +
      'out: only what is new. Lines that are known change nothing.',
    example: '2026-11-01T00:00:00Z',
    optional: true,
  })
  from?: Date;
}

/** A connected gateway whose books are read by its API. */
export class FeedAnswer {
  @Text({ description: 'The type of the gateway.', example: 'stripe', charactersMax: 100 })
  gateway!: string;

  @Choice(FEED_STATUSES, {
    description:
      '`reading` while an import is under way; `failing` when the gateway did not answer the last time: it is asked ' +
      'again, after growing waits; `disconnected` while the store has no connection to it.',
    example: 'waiting',
  })
  status!: FeedStatus;

  @Moment({ description: 'What the gateway booked before this time is imported.' })
  read_until!: string;

  @Moment({ description: 'When it is asked next.' })
  next_at!: string;

  @Moment({ description: 'When the last import was done.', nullable: true })
  succeeded_at!: string | null;

  @Text({
    description: 'The import that is under way, as in the list of imports.',
    example: 'si_019ab3c4d5e6f708192a3b4c5d6',
    nullable: true,
  })
  import_id!: string | null;

  @Whole({ description: 'Failures in a row.', example: 0, min: 0, max: 1_000_000_000 })
  failures!: number;

  @Text({
    description: 'The last failure; empty after a success.',
    example: '',
    charactersMin: 0,
    charactersMax: FEEDS.errorCharactersMax,
  })
  error!: string;
}

export class FeedsAnswer {
  @List(nestedRule(() => FeedAnswer), { description: 'The feeds of the store.', itemsMax: 100 })
  items!: FeedAnswer[];
}
