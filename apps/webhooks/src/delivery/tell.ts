import { createHash } from 'node:crypto';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { WEBHOOK_EVENT } from '@qafila/contracts/webhook-events';
import type { WebhookDeliveryExhausted, WebhookEndpointFact } from '@qafila/contracts/webhook-events';
import { publish } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { EndpointConfig } from '../endpoints/load-endpoints.ts';
import type { Channel, Health } from './channel.ts';
import type { Outcome } from './job.ts';

/** A query may carry a token of the merchant's: it is for him, not for whoever reads the topic. */
export function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, '');
}

/** The schedule of a delivery is used up: it is a dead letter, and somebody must know. Told once, however often the write is repeated. */
export async function tellExhausted(tx: Tx, channel: Channel, { job, made }: Outcome): Promise<void> {
  const { endpoint } = channel;
  // A failure of an operational event tells nobody: endpoints that fail would tell each other for ever.
  if (endpoint === undefined || job.type.startsWith('webhook.')) return;
  const id = createHash('sha256').update(`exhausted ${endpoint.id} ${job.sequence} ${job.attempt}`).digest('hex').slice(0, 32);
  const created = await tx.query('SELECT created_at FROM delivery WHERE endpoint_no = $1 AND sequence = $2 AND day = $3', [job.endpointNo, job.sequence, job.day]);
  const [delivery] = (created as { rows: { created_at: Date }[] }).rows;
  await publish(tx, TOPICS.webhookEvents, cloudEvent<WebhookDeliveryExhausted>({
    id, source: '/qafila/webhooks', type: WEBHOOK_EVENT.deliveryExhausted, subject: endpoint.id, owner: endpoint, traceparent: job.traceparent ?? undefined,
    data: {
      endpoint_id: endpoint.id, webhook_id: job.eventId, event_type: job.type, sequence: job.sequence, attempts: job.attempt,
      last_status: made?.status ?? null, last_error: made?.error ?? null,
      created_at: (delivery?.created_at ?? new Date()).toISOString(),
    },
  }));
}

export interface EndpointNews { type: string; status: WebhookEndpointFact['status']; reason: string | null; disableAtMs: number | null }

/** What happened to an endpoint: failing, disabled, recovered. */
export async function tellEndpoint(tx: Tx, endpoint: EndpointConfig, health: Health, news: EndpointNews): Promise<void> {
  const moment = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  await publish(tx, TOPICS.webhookEvents, cloudEvent<WebhookEndpointFact>({
    source: '/qafila/webhooks', type: news.type, subject: endpoint.id, owner: endpoint, traceparent: currentTraceparent(),
    data: {
      endpoint_id: endpoint.id, url: withoutQuery(endpoint.url), status: news.status, failing_since: moment(health.failingSinceMs),
      disable_at: moment(news.disableAtMs), reason: news.reason, consecutive_failures: health.failures,
    },
  }));
}
