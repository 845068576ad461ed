import type { Principal } from '@qafila/auth/principal';
import { queueResends } from '../deliveries/queue-resends.ts';
import type { StoredDelivery } from '../deliveries/queue-resends.ts';
import { selectEvents } from '../deliveries/event-selection.ts';
import type { EventSelection } from '../deliveries/event-selection.ts';
import { refuseDisabled } from '../deliveries/resend-delivery.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import { LIMITS } from '../limits.ts';
import type { RedrivenWebhooksAnswer, RedriveWebhooksBody } from './dead-letter.schema.ts';

/** Sends dead letters again, oldest first, in transactions of a few hundred. With `dry_run` it counts them. */
export async function redrive(
  store: EndpointStore,
  owner: Principal,
  id: string,
  body: RedriveWebhooksBody,
): Promise<RedrivenWebhooksAnswer> {
  const range = { from: body.from, to: body.to, patterns: body.event_types };
  const wanted = await selectEvents(store.source.manager, owner, range);
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  if (body.dry_run === true) {
    const count = await countDeadLetters(store, endpointNo, wanted);
    return { dry_run: true, count: Math.min(count, LIMITS.redriveMax), more: count > LIMITS.redriveMax };
  }
  let [count, after, done] = [0, '0', false];
  while (!done && count < LIMITS.redriveMax) {
    const page = await redrivePage(store, owner, id, { wanted, after });
    count += page.count;
    ({ after, done } = page);
  }
  return { dry_run: false, count, more: !done };
}

async function countDeadLetters(store: EndpointStore, endpointNo: string, wanted: EventSelection): Promise<number> {
  const [row] = await store.source.query<{ count: string }[]>(
    `SELECT count(*) FROM (SELECT 1 ${MATCHING} LIMIT $8) m`,
    valuesOf(endpointNo, '0', wanted, LIMITS.redriveMax + 1),
  );
  return Number(row?.count);
}

/** Each transaction finds the endpoint again: it may have been disabled or deleted meanwhile. */
function redrivePage(
  store: EndpointStore,
  owner: Principal,
  id: string,
  { wanted, after }: { wanted: EventSelection; after: string },
): Promise<{ count: number; after: string; done: boolean }> {
  return store.source.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, owner, id, 'locked');
    refuseDisabled(endpoint);
    const found = await tx.query<StoredDelivery[]>(
      `SELECT x.sequence, x.day::text, x.event_id, x.key ${MATCHING} ORDER BY x.sequence LIMIT $8`,
      valuesOf(endpoint.endpointNo, after, wanted, LIMITS.redrivePageMax),
    );
    const { queued } = await queueResends(tx, endpoint.endpointNo, found, 'redrive');
    return { count: queued, after: found.at(-1)?.sequence ?? after, done: found.length < LIMITS.redrivePageMax };
  });
}

const MATCHING = `
  FROM dead_letter x CROSS JOIN LATERAL (SELECT type, at FROM event e
    WHERE e.day = x.day AND e.id = x.event_id OFFSET 0) e
  WHERE x.endpoint_no = $1 AND x.sequence > $2 AND x.day BETWEEN $3 AND $4
    AND ($5::text[] IS NULL OR e.type = ANY($5)) AND e.at >= $6 AND e.at < $7`;

function valuesOf(
  endpointNo: string,
  after: string,
  { fromDay, toDay, types, fromAt, toAt }: EventSelection,
  limit: number,
): unknown[] {
  return [endpointNo, after, fromDay, toDay, types, fromAt, toAt, limit];
}
