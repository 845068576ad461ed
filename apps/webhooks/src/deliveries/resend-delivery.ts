import type { Principal } from '@qafila/auth/principal';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import type { Endpoint } from '../endpoints/endpoint.entity.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { findEndpoint } from '../endpoints/find-endpoints.ts';
import { LIMITS } from '../limits.ts';
import type { ResentWebhookAnswer } from './delivery.schema.ts';
import { queueResends } from './queue-resends.ts';
import type { StoredDelivery } from './queue-resends.ts';
import { readSequence } from './find-delivery.ts';

/** One more attempt of a delivery, whatever became of it. Requested twice while it is pending, it is sent once. */
export function resendDelivery(
  store: EndpointStore,
  owner: Principal,
  id: string,
  sequence: string,
): Promise<ResentWebhookAnswer> {
  return store.source.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, owner, id, 'locked');
    const [delivery] = await tx.query<StoredDelivery[]>(
      `
      SELECT d.sequence, d.day::text, d.event_id, e.key
        FROM delivery d JOIN event e ON e.day = d.day AND e.id = d.event_id
      WHERE d.endpoint_no = $1 AND d.sequence = $2`,
      [endpoint.endpointNo, readSequence(sequence)],
    );
    if (delivery === undefined) throw notFound('delivery', sequence);
    refuseDisabled(endpoint);
    const { usedUp } = await queueResends(tx, endpoint.endpointNo, [delivery], 'resend');
    if (usedUp > 0) {
      throw conflict(
        'attempts_used_up',
        `This delivery has made ${LIMITS.attemptsMax} attempts, as many as a delivery may; read its event from the ` +
          "endpoint's events instead.",
      );
    }
    return { sequence: Number(delivery.sequence), webhook_id: delivery.event_id, status: 'pending' };
  });
}

/** A delivery that is queued for a disabled endpoint becomes a dead letter at once. */
export function refuseDisabled(endpoint: Endpoint): void {
  if (endpoint.status === 'disabled') {
    throw conflict(
      'endpoint_disabled',
      `This webhook endpoint is disabled (${endpoint.statusReason ?? 'no reason is known'}); ` +
        'resume it first, then send again.',
    );
  }
}
