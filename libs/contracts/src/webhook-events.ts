import { TOPICS } from './topics.ts';
import { integer, integerOrNull, moment, momentOrNull, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType } from './event-type.ts';

/** The key of each is the id of the endpoint. */
export const WEBHOOK_EVENT = {
  endpointFailing: 'webhook.endpoint.failing',
  endpointDisabled: 'webhook.endpoint.disabled',
  endpointRecovered: 'webhook.endpoint.recovered',
  deliveryExhausted: 'webhook.delivery.exhausted',
} as const;

/** `data` of webhook.endpoint.*: the state of the endpoint after the change. */
export interface WebhookEndpointFact {
  endpoint_id: string;
  /** Without its query, where merchants keep tokens. */
  url: string;
  status: 'enabled' | 'paused' | 'disabled';
  /** Since when no delivery succeeds; of a recovered endpoint, since when none had. Null when it was not failing. */
  failing_since: string | null;
  /** When it will be disabled unless a delivery succeeds; null when it will not be, or already is. */
  disable_at: string | null;
  /**
   * Why it was disabled: `gone` (it answered 410), `failing` (for too long); new reasons may follow. Null if enabled.
   */
  reason: string | null;
  consecutive_failures: number;
}

/** `data` of webhook.delivery.exhausted: there are no further automatic attempts; the delivery is a dead letter. */
export interface WebhookDeliveryExhausted {
  endpoint_id: string;
  /** The header webhook-id of the delivery. */
  webhook_id: string;
  event_type: string;
  /** The header webhook-sequence of the delivery. */
  sequence: number;
  attempts: number;
  /** The HTTP status of the last attempt; null when there was no answer. */
  last_status: number | null;
  last_error: string | null;
  /** When the delivery was created. */
  created_at: string;
}

const endpoint = objectSchema({
  endpoint_id: text,
  url: text,
  status: { enum: ['enabled', 'paused', 'disabled'] },
  failing_since: momentOrNull,
  disable_at: momentOrNull,
  reason: textOrNull,
  consecutive_failures: integer,
});
const failing: WebhookEndpointFact = {
  endpoint_id: 'ep_1',
  url: 'https://shop.example/webhooks',
  status: 'enabled',
  failing_since: '2026-11-01T00:00:00.000Z',
  disable_at: '2026-11-06T00:00:00.000Z',
  reason: null,
  consecutive_failures: 12,
};
const exhausted: WebhookDeliveryExhausted = {
  endpoint_id: 'ep_1',
  webhook_id: '0b6f7a52-6c0e-9d0c-8f0a-2f1f0e3f6c11',
  event_type: 'meter.period.closed',
  sequence: 42,
  attempts: 10,
  last_status: 503,
  last_error: null,
  created_at: '2026-11-01T00:00:00.000Z',
};

/**
 * Explicit: for an endpoint that subscribes to `*`, the event about its own failure would be one more failing delivery.
 */
function type(name: string, summary: string, shape: Pick<EventType, 'schema' | 'sample'>): EventType {
  return { name, topic: TOPICS.webhookEvents, summary, webhook: true, explicit: true, ...shape };
}

export const ENDPOINT_EVENT_TYPES: EventType[] = [
  type(
    WEBHOOK_EVENT.endpointFailing,
    'A webhook endpoint has been failing for some time, and will be disabled unless a delivery succeeds.',
    { schema: endpoint, sample: { ...failing } },
  ),
  type(
    WEBHOOK_EVENT.endpointDisabled,
    'A webhook endpoint was disabled: nothing is sent to it until the merchant enables it again.',
    {
      schema: endpoint,
      sample: { ...failing, status: 'disabled', disable_at: null, reason: 'failing', consecutive_failures: 240 },
    },
  ),
  type(WEBHOOK_EVENT.endpointRecovered, 'A webhook endpoint that was failing accepted a delivery.', {
    schema: endpoint,
    sample: { ...failing, disable_at: null, consecutive_failures: 0 },
  }),
  type(
    WEBHOOK_EVENT.deliveryExhausted,
    'The last attempt of a delivery failed. It is a dead letter, which can be sent again.',
    {
      schema: objectSchema({
        endpoint_id: text,
        webhook_id: text,
        event_type: text,
        sequence: integer,
        attempts: integer,
        last_status: integerOrNull,
        last_error: textOrNull,
        created_at: moment,
      }),
      sample: { ...exhausted },
    },
  ),
];
