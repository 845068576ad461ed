import { Whole } from '@qafila/schema/number-fields';
import { FreeMap, Judged, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { ListQuery } from '@qafila/schema/page-fields';
import { Choice, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import { eventPatternRule } from '../endpoints/endpoint-rules.ts';
import { LIMITS } from '../limits.ts';
import {
  ATTEMPT_NUMBER,
  ERROR,
  EVENT_DATA,
  EVENT_TIME,
  EVENT_TYPE,
  HTTP_STATUS,
  SEQUENCE,
  WEBHOOK_ID,
} from './delivery-fields.ts';
import { From, judgeTimeRange, To } from './time-range.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Query of list deliveries. */
export class ListWebhookDeliveriesQuery extends ListQuery {
  @Choice(DELIVERY_STATUSES, { description: 'Only deliveries in this state.', example: 'pending', optional: true })
  status?: DeliveryStatus;

  @Judged(eventPatternRule, {
    description: 'Only events of this type: a name, or a family such as `meter.*`.',
    example: 'meter.*',
    optional: true,
  })
  event_type?: string;

  @Text({
    description: 'Only the event of this id: the text of the header `webhook-id`.',
    example: WEBHOOK_ID.example,
    charactersMax: 64,
    pattern: { is: /^[\w:-]{1,64}$/, expects: 'the text of a webhook-id header' },
    optional: true,
  })
  webhook_id?: string;

  @From({ optional: true })
  from?: string;

  @To({ optional: true })
  to?: string;

  static judge(query: ListWebhookDeliveriesQuery, at: Place): void {
    judgeTimeRange(query, at);
  }
}

class WebhookAttempt {
  @Whole({ description: 'The number of the attempt, from 1.', ...ATTEMPT_NUMBER })
  attempt!: number;

  @Moment({ description: 'When the attempt began.' })
  started_at!: string;

  @Whole({
    description: 'Until the complete answer, or until the attempt was given up, in milliseconds.',
    example: 84,
    min: 0,
    max: 2 ** 31 - 1,
  })
  latency_ms!: number;

  @Choice(['delivered', 'failed', 'gone', 'interrupted'], {
    description:
      '`gone`: your server answered 410. `interrupted`: our process ended before the result was known; the delivery ' +
      'is sent again.',
    example: 'delivered',
  })
  outcome!: string;

  @Whole({ ...HTTP_STATUS, description: 'The HTTP status of your answer; null when there was no answer.' })
  status!: number | null;

  @Text({ ...ERROR, description: 'Why the attempt failed; null when it succeeded.' })
  error!: string | null;
}

class WebhookAttemptWithAnswer extends WebhookAttempt {
  @Choice(['first', 'retry', 'resend', 'redrive', 'replay', 'interrupted', 'recovery'], {
    description:
      'Why it was made. `interrupted`: an attempt before it was interrupted. `recovery`: the endpoint had recovered.',
  })
  cause!: string;

  @Text({
    description: 'The first 4 KiB of your answer; null when there was no answer.',
    example: 'ok',
    charactersMin: 0,
    charactersMax: 4096,
    nullable: true,
  })
  excerpt!: string | null;
}

class DeadWebhookDelivery {
  @Choice(['exhausted', 'endpoint_disabled'], {
    description: '`exhausted`: the schedule was used up. `endpoint_disabled`: nothing is sent to the endpoint.',
  })
  reason!: string;

  @Moment({ description: 'When it became a dead letter.' })
  died_at!: string;
}

class WebhookDeliveryFacts {
  @Whole(SEQUENCE)
  sequence!: number;

  @Text(WEBHOOK_ID)
  webhook_id!: string;

  @Text(EVENT_TYPE)
  event_type!: string;

  @Moment(EVENT_TIME)
  time!: string;

  @Moment({ description: 'When the delivery was created.' })
  created_at!: string;

  @Choice(DELIVERY_STATUSES, {
    description: '`pending`: an attempt is still to come. `dead`: no attempt comes by itself.',
    example: 'delivered',
  })
  status!: DeliveryStatus;

  @Moment({
    description:
      'When the next attempt is due. Null when none is, and while the delivery waits for its turn or for an earlier ' +
      'one of its key.',
    example: undefined,
    nullable: true,
  })
  next_attempt_at!: string | null;

  @Nested(() => DeadWebhookDelivery, {
    description: 'Why it is a dead letter; null when it is none.',
    example: null,
    nullable: true,
  })
  dead!: DeadWebhookDelivery | null;
}

/** A delivery in a list. */
export class WebhookDeliveryAnswer extends WebhookDeliveryFacts {
  @Whole({ description: 'How many attempts were made.', ...ATTEMPT_NUMBER, min: 0 })
  attempts!: number;

  @Nested(() => WebhookAttempt, { description: 'The newest attempt; null before the first one.', nullable: true })
  last_attempt!: WebhookAttempt | null;
}

/** One delivery with its attempts and its body. */
export class WebhookDeliveryDetailAnswer extends WebhookDeliveryFacts {
  @Whole({ description: 'How many attempts were made.', ...ATTEMPT_NUMBER, min: 0 })
  attempt_count!: number;

  @List(nestedRule(() => WebhookAttemptWithAnswer), {
    description: `The attempts, the oldest first; of more than ${LIMITS.attemptsShownMax} the newest ones.`,
    itemsMax: LIMITS.attemptsShownMax,
  })
  attempts!: WebhookAttemptWithAnswer[];

  @FreeMap(EVENT_DATA)
  data!: Record<string, unknown>;
}

/** A delivery that will be sent again. */
export class ResentWebhookAnswer {
  @Whole(SEQUENCE)
  sequence!: number;

  @Text(WEBHOOK_ID)
  webhook_id!: string;

  @Choice(['pending'], { description: 'It waits for its next attempt.' })
  status!: 'pending';
}
