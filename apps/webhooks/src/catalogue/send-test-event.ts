import { randomUUID } from 'node:crypto';
import type { Principal } from '@qafila/auth/principal';
import { patternsOf, webhookEventType, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';
import { invalid } from '@qafila/envelopes/refusal';
import { numberDeliveries } from '../deliveries/number-deliveries.ts';
import { refuseDisabled } from '../deliveries/resend-delivery.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import type { TestEventBody } from './test-event.schema.ts';

/** With `webhook_id` and `sequence` the receiver's log, and ours, can be searched for it. */
export interface TestEvent { webhook_id: string; sequence: number; event_type: string; data: Record<string, unknown> }

/** The sample of a type, sent as a real event is, to this endpoint alone. Its webhook-id begins with test_, so that the receiver can tell. */
export function sendTestEvent(store: EndpointStore, owner: Principal, id: string, body: TestEventBody): Promise<TestEvent> {
  return store.source.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, owner, id, 'locked');
    refuseDisabled(endpoint);
    const type = typeFor(endpoint.eventTypes, body.event_type);
    const webhookId = `test_${randomUUID()}`;
    // A key of its own: it waits for nothing, and nothing waits for it.
    const [event] = await tx.query<{ day: string; event_id: string }[]>(`
      INSERT INTO event (day, id, account_id, store_id, mode, type, key, at, body, only_for)
      VALUES ((now() AT TIME ZONE 'UTC')::date, $1, $2, $3, $4, $5, $1, now(), $6, $7) RETURNING day::text, id AS event_id`,
    [webhookId, endpoint.accountId, endpoint.storeId, endpoint.mode, type.name, JSON.stringify(type.sample), endpoint.endpointNo]);
    const sequence = await numberDeliveries(tx, endpoint.endpointNo, event === undefined ? [] : [event]);
    return { webhook_id: webhookId, sequence, event_type: type.name, data: type.sample };
  });
}

function typeFor(subscribed: string[], name: string | undefined): EventType {
  const type = name === undefined
    ? WEBHOOK_EVENT_TYPES.find((one) => patternsOf(one).some((pattern) => subscribed.includes(pattern)))
    : webhookEventType(name);
  if (type === undefined) throw invalid('event_type', `event_type ${JSON.stringify(name)} is not a name from GET /public/v1/webhook/event-types.`);
  return type;
}
