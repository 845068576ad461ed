import { Whole } from '@qafila/schema/number-fields';
import { List } from '@qafila/schema/object-fields';
import { Choice, Flag, Text } from '@qafila/schema/text-fields';
import { Moment } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import {
  ATTEMPT_NUMBER,
  ERROR,
  EVENT_TIME,
  EVENT_TYPE,
  HTTP_STATUS,
  SEQUENCE,
  WEBHOOK_ID,
} from '../deliveries/delivery-fields.ts';
import { From, judgeTimeRange, To } from '../deliveries/time-range.ts';
import { eventPatternRule } from '../endpoints/endpoint-rules.ts';
import { LIMITS } from '../limits.ts';

/** Body of redrive; an empty one means all dead letters. */
export class RedriveWebhooksBody {
  @List(eventPatternRule, {
    description: 'Only events of these types: names, or families such as `meter.*`.',
    example: ['meter.*'],
    itemsMin: 1,
    itemsMax: LIMITS.eventTypesMax,
    optional: true,
  })
  event_types?: string[];

  @From({ optional: true })
  from?: string;

  @To({ optional: true })
  to?: string;

  @Flag({ description: 'True: only counts.', example: false, optional: true })
  dry_run?: boolean;

  static judge(body: RedriveWebhooksBody, at: Place): void {
    judgeTimeRange(body, at);
  }
}

/** What a redrive did, or would do. */
export class RedrivenWebhooksAnswer {
  @Flag({ description: 'Whether it was only counted.', example: false })
  dry_run!: boolean;

  @Whole({
    description: 'How many dead letters are sent again.',
    example: 12,
    min: 0,
    max: LIMITS.redriveMax + LIMITS.redrivePageMax,
  })
  count!: number;

  @Flag({
    description: 'True: the request reached its limit. Send it again, or start a replay with `status: failed`.',
    example: false,
  })
  more!: boolean;
}

/** A dead letter on the wire. */
export class WebhookDeadLetterAnswer {
  @Whole(SEQUENCE)
  sequence!: number;

  @Text(WEBHOOK_ID)
  webhook_id!: string;

  @Text(EVENT_TYPE)
  event_type!: string;

  @Moment(EVENT_TIME)
  time!: string;

  @Whole({ ...ATTEMPT_NUMBER, description: 'How many attempts were made.', example: 10, min: 0 })
  attempts!: number;

  @Choice(['exhausted', 'endpoint_disabled'], {
    description: '`exhausted`: the schedule was used up. `endpoint_disabled`: nothing is sent to the endpoint.',
  })
  reason!: string;

  @Whole({
    ...HTTP_STATUS,
    description: 'The HTTP status of your last answer; null when there was none.',
    example: 500,
  })
  last_status!: number | null;

  @Text({
    ...ERROR,
    description: 'Why the last attempt failed; null when there was none.',
    example: 'answered 500',
  })
  last_error!: string | null;

  @Moment({ description: 'When it became a dead letter.' })
  died_at!: string;
}
