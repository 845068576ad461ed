import { createHash } from 'node:crypto';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { WEBHOOK_EVENT } from '@qafila/contracts/webhook-events';
import type { WebhookDeliveryExhausted, WebhookEndpointFact } from '@qafila/contracts/webhook-events';
import { publish } from '@qafila/messaging/outbox';
import type { Tx } from '@qafila/messaging/outbox';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { EndpointConfig } from '../endpoints/load-endpoints.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { HealthState } from './health-state.ts';
import type { DeliveryResult } from './job.ts';

/** A query may carry a token of the merchant, which the readers of the topic must not see. */
export function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, '');
}

/**
 * The schedule of a delivery is used up and it becomes a dead letter, so the merchant must be notified.
 */
export async function publishExhausted(
  tx: Tx,
  { config }: EndpointQueue,
  { job, attempt }: DeliveryResult,
): Promise<void> {
  if (config === undefined || isOperational(job.type)) return;
  const created = await tx.query(
    'SELECT created_at FROM delivery WHERE endpoint_no = $1 AND sequence = $2 AND day = $3',
    [job.endpointNo, job.sequence, job.day],
  );
  const [delivery] = (created as { rows: { created_at: Date }[] }).rows;
  const event = exhaustedEvent(config, 'exhausted', job.traceparent, {
    webhook_id: job.eventId,
    event_type: job.type,
    sequence: job.sequence,
    attempts: attempt === null ? job.attempt - 1 : job.attempt,
    last_status: attempt?.status ?? null,
    last_error: attempt?.error ?? null,
    created_at: (delivery?.created_at ?? new Date()).toISOString(),
  });
  await publish(tx, TOPICS.webhookEvents, event);
}

/** The end of one of these publishes nothing: failing endpoints would cause events for each other for ever. */
export function isOperational(type: string): boolean {
  return type.startsWith('webhook.');
}

/** No attempt of a delivery is left. The event's id is derived: a repeated write publishes the same event. */
export function exhaustedEvent(
  endpoint: Pick<EndpointConfig, 'id' | 'accountId' | 'storeId' | 'mode'>,
  why: 'exhausted' | 'expired',
  traceparent: string | null,
  facts: Omit<WebhookDeliveryExhausted, 'endpoint_id'>,
): CloudEvent<WebhookDeliveryExhausted> {
  const id = createHash('sha256')
    .update(`${why} ${endpoint.id} ${facts.sequence} ${facts.attempts}`)
    .digest('hex')
    .slice(0, 32);
  return cloudEvent<WebhookDeliveryExhausted>({
    id,
    source: '/qafila/webhooks',
    type: WEBHOOK_EVENT.deliveryExhausted,
    subject: endpoint.id,
    owner: endpoint,
    traceparent: traceparent ?? undefined,
    data: { endpoint_id: endpoint.id, ...facts },
  });
}

export interface EndpointChange {
  type: string;
  status: WebhookEndpointFact['status'];
  reason: string | null;
  disableAtMs: number | null;
}

/** An endpoint fails, is disabled, or has recovered. */
export async function publishEndpointEvent(
  tx: Tx,
  endpoint: Readonly<EndpointConfig>,
  health: HealthState,
  change: EndpointChange,
): Promise<void> {
  const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  await publish(
    tx,
    TOPICS.webhookEvents,
    cloudEvent<WebhookEndpointFact>({
      source: '/qafila/webhooks',
      type: change.type,
      subject: endpoint.id,
      owner: endpoint,
      traceparent: currentTraceparent(),
      data: {
        endpoint_id: endpoint.id,
        url: withoutQuery(endpoint.url),
        status: change.status,
        failing_since: isoTime(health.failingSinceMs),
        disable_at: isoTime(change.disableAtMs),
        reason: change.reason,
        consecutive_failures: health.failures,
      },
    }),
  );
}
