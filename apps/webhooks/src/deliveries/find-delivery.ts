import type { Principal } from '@qafila/auth/principal';
import { notFound } from '@qafila/envelopes/refusal';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import { LIMITS } from '../limits.ts';
import type { Attempt } from '../log/log.entity.ts';
import type { WebhookDeliveryDetailAnswer } from './delivery.schema.ts';
import { ATTEMPTS, ONE_DELIVERY } from './delivery.sql.ts';
import { deliveryView } from './list-deliveries.ts';
import type { DeliveryRow } from './list-deliveries.ts';

type AttemptRow = Omit<Attempt, 'day' | 'endpoint_no' | 'sequence'>;

/** One delivery with its attempts, as JSON text that contains the body as it was sent. */
export async function getDelivery(
  store: EndpointStore,
  owner: Principal,
  id: string,
  sequence: string,
): Promise<string> {
  const { endpointNo } = await findEndpoint(store.source.manager, owner, id);
  const [row] = await store.source.query<(DeliveryRow & { body: string })[]>(ONE_DELIVERY, [
    endpointNo,
    readSequence(sequence),
  ]);
  if (row === undefined) throw notFound('delivery', sequence);
  const attempts = await store.source.query<AttemptRow[]>(ATTEMPTS, [
    endpointNo,
    row.sequence,
    row.day,
    LIMITS.attemptsShownMax,
  ]);
  const { last_attempt: _last, attempts: count, ...view } = deliveryView(row);
  const log = attempts.reverse().map((attempt) => ({ ...attempt, started_at: attempt.started_at.toISOString() }));
  const detail: Omit<WebhookDeliveryDetailAnswer, 'data'> = { ...view, attempt_count: count, attempts: log };
  return envelope('Webhook delivery', `${JSON.stringify(detail).slice(0, -1)},"data":${row.body}}`);
}

/** The sequence in a path. A text that is not a sequence gets the 404 of an unknown delivery. */
export function readSequence(text: string): string {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound('delivery', text);
  return text;
}

export function envelope(message: string, data: string): string {
  return `{"success":true,"responseStatus":"OK","message":${JSON.stringify(message)},"data":${data}}`;
}
