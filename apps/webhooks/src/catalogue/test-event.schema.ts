import { Whole } from '@qafila/schema/number-fields';
import { FreeMap, Judged } from '@qafila/schema/object-fields';
import { Text } from '@qafila/schema/text-fields';
import { EVENT_DATA, EVENT_TYPE, SEQUENCE, WEBHOOK_ID } from '../deliveries/delivery-fields.ts';
import { eventTypeRule } from '../endpoints/endpoint-rules.ts';

/** Body of test. */
export class TestWebhookBody {
  @Judged(eventTypeRule, {
    description:
      'Any type of `GET /public/v1/webhook/event-types`. Left out: the first one that the endpoint subscribes to.',
    example: EVENT_TYPE.example,
    optional: true,
  })
  event_type?: string;
}

/** `webhook_id` and `sequence` find it in the receiver's log and in ours. */
export class TestWebhookAnswer {
  @Text({ ...WEBHOOK_ID, description: 'The id of the sample; it begins with `test_`.', example: 'test_6f1a8c1e' })
  webhook_id!: string;

  @Whole(SEQUENCE)
  sequence!: number;

  @Text(EVENT_TYPE)
  event_type!: string;

  @FreeMap(EVENT_DATA)
  data!: Record<string, unknown>;
}
