import { randomUUID } from 'node:crypto';
import type { Principal } from '@qafila/auth/principal';
import { patternsOfName, webhookEventType, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';
import { numberDeliveries } from '../deliveries/number-deliveries.ts';
import { refuseDisabled } from '../deliveries/resend-delivery.ts';
import { invalid } from '@qafila/envelopes/refusal';
import type { EntityManager } from 'typeorm';
import type { Endpoint } from '../endpoints/endpoint.entity.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import type { OwnEventType } from '../own-events/own-event.entity.ts';
import { findOwnType, listOwnTypes } from '../own-events/own-types.ts';
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
    const type = await typeFor(tx, endpoint, body.event_type);
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

type Sampled = Pick<EventType, 'name' | 'sample'>;

/** A pattern for the store's own types may match none that is registered. */
async function typeFor(tx: EntityManager, endpoint: Endpoint, name: string | undefined): Promise<Sampled> {
  const known = name === undefined ? undefined : webhookEventType(name);
  if (known !== undefined) return known;
  if (name !== undefined) return sampledOf(await findOwnType(tx, endpoint, name));
  const own = (await listOwnTypes(tx, endpoint)).map(sampledOf);
  const type = [...WEBHOOK_EVENT_TYPES, ...own].find((candidate) =>
    patternsOfName(candidate.name).some((pattern) => endpoint.eventTypes.includes(pattern)),
  );
  if (type === undefined)
    throw invalid('event_type', 'event_type is required: no registered event type matches those of the endpoint.');
  return type;
}

function sampledOf({ name, sample }: OwnEventType): Sampled {
  return { name, sample: JSON.parse(sample) as EventType['sample'] };
}
