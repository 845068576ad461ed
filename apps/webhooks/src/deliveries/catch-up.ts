import type { Principal } from '@qafila/auth/principal';
import { pageSize } from '@qafila/envelopes/page';
import { webhookSigner } from '@qafila/signing/webhook-signature';
import { signingSecrets } from '../endpoints/endpoint-secret-rules.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import { LIMITS } from '../limits.ts';
import type { Delivery, StoredEvent } from '../log/log.entity.ts';
import type { CatchUpQuery, WebhookEventsAnswer } from './catch-up.schema.ts';
import { envelope } from './find-delivery.ts';

interface Row extends Pick<Delivery, 'event_id'>, Pick<StoredEvent, 'type' | 'at' | 'body'> {
  last: string;
  sequence: string | null;
}

/** Head and rows are one snapshot: fan-out commits both together, so every number up to the head is there. */
const AFTER = `
  SELECT h.sequence AS last, d.sequence, d.event_id, d.type, d.at, d.body FROM endpoint_head h LEFT JOIN LATERAL (
    SELECT * FROM (
      SELECT f.sequence, f.event_id, e.type, e.at, e.body,
        sum(octet_length(e.body)) OVER (ORDER BY f.sequence) - octet_length(e.body) AS bytes_before
      FROM (SELECT sequence, day, event_id FROM delivery
        WHERE endpoint_no = $1 AND sequence > $2 ORDER BY sequence LIMIT $3) f
        CROSS JOIN LATERAL (SELECT type, at, body FROM event e WHERE e.day = f.day AND e.id = f.event_id OFFSET 0) e
    ) g WHERE bytes_before < $4
  ) d ON true
  WHERE h.endpoint_no = $1 ORDER BY d.sequence`;

/**
 * Every event after a number, in order, delivered or not. A receiver that was away uses it to catch up and to prove
 * that it has every event. A number without an event is past retention and listed as expired.
 */
export async function catchUp(
  store: EndpointStore,
  owner: Principal,
  id: string,
  { after = 0, limit }: CatchUpQuery,
): Promise<string> {
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const size = pageSize(limit);
  const rows = await store.source.query<Row[]>(AFTER, [endpointNo, after, size, LIMITS.catchUpBytesMax]);
  const last = Number(rows[0]?.last ?? 0);
  const items = rows.filter((row) => row.sequence !== null);
  const reached = Math.max(after, Number(items.at(-1)?.sequence ?? last));
  const data: Omit<WebhookEventsAnswer, 'items'> = {
    expired: gaps(
      after,
      items.map((row) => Number(row.sequence)),
      reached,
    ),
    last_sequence: last,
    next_after: reached < last ? reached : null,
    high_water: await signHead(store, endpointNo, { id, last }),
  };
  return envelope(
    'Webhook events in their order',
    `{"items":[${items.map(render).join(',')}],${JSON.stringify(data).slice(1)}`,
  );
}

/**
 * Signs like the header webhook-sequence-signature of a delivery: HMAC-SHA256 with the endpoint's secret over
 * `id:timestamp:sequence`. The id is the endpoint's.
 */
async function signHead(
  store: EndpointStore,
  endpointNo: string,
  { id, last }: { id: string; last: number },
): Promise<WebhookEventsAnswer['high_water']> {
  const signer = webhookSigner({ secrets: await signingSecrets(store, Number(endpointNo)) });
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const signature = signer.signSequence({ id, timestampSeconds, sequence: last });
  return { sequence: last, timestamp: timestampSeconds, signature };
}

function render({ sequence, event_id: webhookId, type, at, body }: Row): string {
  const view = { sequence: Number(sequence), webhook_id: webhookId, event_type: type, time: at.toISOString() };
  return `${JSON.stringify(view).slice(0, -1)},"data":${body}}`;
}

/** The numbers in (after, to] that are not among these, as ranges. */
export function gaps(after: number, sequences: number[], to: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let expected = after + 1;
  for (const sequence of [...sequences, to + 1]) {
    if (sequence > expected) found.push({ from: expected, to: sequence - 1 });
    expected = sequence + 1;
  }
  return found;
}
