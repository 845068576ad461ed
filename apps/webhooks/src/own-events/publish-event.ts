import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { conflict, invalid } from '@qafila/envelopes/refusal';
import { publish } from '@qafila/messaging/outbox';
import { currentTraceparent } from '@qafila/runtime/traces';
import { Place, Violations } from '@qafila/schema/violations';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { judgeData } from './judge-data.ts';
import type { Schema } from './judge-data.ts';
import { OwnEventType } from './own-event.entity.ts';
import type { PublishedEventAnswer, PublishEventBody } from './own-events.schema.ts';

/**
 * A merchant's own event: its claim and its row in the outbox commit together. From there it takes the way of every
 * other event. The key gets a prefix, so that it cannot be the id of an endpoint, which gets no event about itself.
 */
export function publishOwnEvent(
  store: EndpointStore,
  owner: Principal,
  body: PublishEventBody,
): Promise<PublishedEventAnswer> {
  const { event_id: eventId, type, data, key } = body;
  const answer = { event_id: eventId, webhook_id: webhookIdOf(owner, eventId), type };
  return store.source.transaction(async (tx) => {
    if (await isRepeated(tx, owner, body)) return { ...answer, duplicate: true };
    await checkData(tx, owner, body);
    await publish(
      tx,
      TOPICS.webhookEvents,
      cloudEvent({
        id: answer.webhook_id,
        source: '/qafila/webhooks/custom',
        type,
        subject: `custom:${key ?? eventId}`,
        owner,
        traceparent: currentTraceparent(),
        data,
      }),
    );
    return { ...answer, duplicate: false };
  });
}

/** Ids of merchants are unique in a store and mode; the id of an event is unique everywhere. */
function webhookIdOf({ accountId, storeId, mode }: Principal, eventId: string): string {
  return `evt_${createHash('sha256')
    .update(JSON.stringify([accountId, storeId, mode, eventId]))
    .digest('hex')
    .slice(0, 32)}`;
}

/** Claims the id. A repeat of the same event is true; another event under the id is refused. */
async function isRepeated(
  tx: EntityManager,
  { accountId, storeId, mode }: Principal,
  { event_id: eventId, type, data, key }: PublishEventBody,
): Promise<boolean> {
  const digest = createHash('sha256')
    .update(JSON.stringify([type, key ?? null, data]))
    .digest();
  const values = [accountId, storeId, mode, eventId];
  const claimed = await tx.query<unknown[]>(
    `INSERT INTO own_event (account_id, store_id, mode, event_id, digest) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING RETURNING 1`,
    [...values, digest],
  );
  if (claimed.length > 0) return false;
  const [earlier] = await tx.query<{ digest: Buffer }[]>(
    'SELECT digest FROM own_event WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND event_id = $4',
    values,
  );
  if (earlier?.digest.equals(digest) === true) return true;
  throw conflict(
    'event_id_reused',
    `Another event has the event_id ${JSON.stringify(eventId)}; send this one under an id of its own.`,
    {},
    'event_id',
  );
}

async function checkData(
  tx: EntityManager,
  { accountId, storeId, mode }: Principal,
  { type: name, data }: PublishEventBody,
): Promise<void> {
  const type = await tx.findOneBy(OwnEventType, { accountId, storeId, mode, name });
  if (type === null)
    throw invalid('type', `type ${name} is not registered; register it with POST /public/v1/webhook/event-types.`);
  const violations = new Violations();
  judgeData(JSON.parse(type.schema) as Schema, data, new Place('data', {}, violations, 'body'));
  violations.check();
}
