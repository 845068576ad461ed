import { randomUUID } from 'node:crypto';
import type { Principal } from '@qafila/auth/principal';
import { patternsOf, webhookEventType, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';
import { numberDeliveries } from '../deliveries/number-deliveries.ts';
import { refuseDisabled } from '../deliveries/resend-delivery.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import type { TestWebhookAnswer, TestWebhookBody } from './test-event.schema.ts';

/**
 * Sends the sample of a type like a real event, only to this endpoint. Its webhook-id begins with test_, so the
 * receiver knows it.
 */
export function sendTestEvent(
  store: EndpointStore,
  owner: Principal,
  id: string,
  body: TestWebhookBody,
): Promise<TestWebhookAnswer> {
  return store.source.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, owner, id, 'locked');
    refuseDisabled(endpoint);
    const type = typeFor(endpoint.eventTypes, body.event_type);
    const webhookId = `test_${randomUUID()}`;
    // A key of its own, so it neither waits for another event nor delays one.
    const [event] = await tx.query<{ day: string; event_id: string }[]>(
      `
      INSERT INTO event (day, id, account_id, store_id, mode, type, key, at, body, only_for)
      VALUES ((now() AT TIME ZONE 'UTC')::date, $1, $2, $3, $4, $5, $1, now(), $6, $7)
        RETURNING day::text, id AS event_id`,
      [
        webhookId,
        endpoint.accountId,
        endpoint.storeId,
        endpoint.mode,
        type.name,
        JSON.stringify(type.sample),
        endpoint.endpointNo,
      ],
    );
    const sequence = await numberDeliveries(tx, endpoint.endpointNo, event === undefined ? [] : [event]);
    return { webhook_id: webhookId, sequence, event_type: type.name, data: type.sample };
  });
}

/** The request class knows the name; every pattern of an endpoint matches a type. */
function typeFor(subscribed: string[], name: string | undefined): EventType {
  return (
    name === undefined
      ? WEBHOOK_EVENT_TYPES.find((candidate) => patternsOf(candidate).some((pattern) => subscribed.includes(pattern)))
      : webhookEventType(name)
  ) as EventType;
}
