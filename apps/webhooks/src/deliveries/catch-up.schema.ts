import { PAGE_LIMITS } from '@qafila/envelopes/page';
import { Whole } from '@qafila/schema/number-fields';
import { FreeMap, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import { EVENT_DATA, EVENT_TIME, EVENT_TYPE, SEQUENCE, WEBHOOK_ID } from './delivery-fields.ts';

const SEQUENCE_OR_ZERO = { min: 0, max: 999_999_999_999_999 };

/** Query of catch-up. */
export class CatchUpQuery {
  @Whole({
    description: 'The last sequence that you have. Default 0: from the beginning.',
    example: 1040,
    ...SEQUENCE_OR_ZERO,
    optional: true,
  })
  after?: number;

  @Whole({
    description:
      `How many events the answer has at most, 1 to ${PAGE_LIMITS.itemsMax}. Default ${PAGE_LIMITS.itemsDefault}. ` +
      'Their bodies have at most 4 MiB together.',
    example: 100,
    min: 1,
    max: PAGE_LIMITS.itemsMax,
    optional: true,
  })
  limit?: number;
}

class WebhookEvent {
  @Whole(SEQUENCE)
  sequence!: number;

  @Text(WEBHOOK_ID)
  webhook_id!: string;

  @Text(EVENT_TYPE)
  event_type!: string;

  @Moment(EVENT_TIME)
  time!: string;

  @FreeMap(EVENT_DATA)
  data!: Record<string, unknown>;
}

class ExpiredSequences {
  @Whole({ ...SEQUENCE, description: 'The first number of the range.', example: 1041 })
  from!: number;

  @Whole({ ...SEQUENCE, description: 'The last number of the range.', example: 1041 })
  to!: number;
}

class WebhookHighWater {
  @Whole({ description: 'The same as `last_sequence`.', example: 1042, ...SEQUENCE_OR_ZERO })
  sequence!: number;

  @Whole({
    description: 'When it was signed, in Unix seconds.',
    example: 1_795_340_000,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  timestamp!: number;

  @Text({
    description:
      '`v1,` and base64 of HMAC-SHA256 over `id:timestamp:sequence`, with the id of the endpoint; one for each HMAC ' +
      'secret, separated by spaces.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    charactersMax: 1000,
  })
  signature!: string;
}

/** The events after a number. */
export class WebhookEventsAnswer {
  @List(nestedRule(() => WebhookEvent), { description: 'The events, in their order.', itemsMax: PAGE_LIMITS.itemsMax })
  items!: WebhookEvent[];

  @List(nestedRule(() => ExpiredSequences), {
    description: 'Ranges of numbers between `after` and the last item whose events are past retention.',
    itemsMax: PAGE_LIMITS.itemsMax + 1,
  })
  expired!: ExpiredSequences[];

  @Whole({ description: 'The last number given to a delivery.', example: 1042, ...SEQUENCE_OR_ZERO })
  last_sequence!: number;

  @Whole({
    description: 'The `after` of the next request; null when this answer reaches `last_sequence`.',
    example: null,
    ...SEQUENCE_OR_ZERO,
    nullable: true,
  })
  next_after!: number | null;

  @Nested(() => WebhookHighWater, { description: 'Proves `last_sequence` with the secrets of the endpoint.' })
  high_water!: WebhookHighWater;
}
