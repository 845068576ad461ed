import type { DataSource, EntityManager } from 'typeorm';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { WEBHOOK_EVENT } from '@qafila/contracts/webhook-events';
import type { WebhookEndpointFact } from '@qafila/contracts/webhook-events';
import { publish } from '@qafila/messaging/outbox';
import { withoutQuery } from '../delivery/operational-events.ts';
import { notifyDispatchers } from '../endpoints/change-endpoint.ts';

interface BlockingEndpoint {
  endpoint_no: string;
  status: string;
}

/**
 * Endpoints with first attempts to make, or retries in a dispatcher's memory, of days before the cutoff. By index: a
 * subquery with LIMIT runs once for each row.
 */
const BLOCKING_ENDPOINTS = `
  SELECT t.endpoint_no, e.status FROM endpoint_tail t JOIN endpoint_head h USING (endpoint_no)
    JOIN endpoint e USING (endpoint_no)
  WHERE h.sequence > t.settled AND (
    SELECT 1 FROM delivery d WHERE d.endpoint_no = t.endpoint_no AND d.sequence > t.settled AND d.day < $1
      AND (SELECT 1 FROM attempt a WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence
        AND a.day = d.day LIMIT 1) IS NULL
      AND (SELECT 1 FROM retry r WHERE r.endpoint_no = d.endpoint_no AND r.sequence = d.sequence LIMIT 1) IS NULL
      AND (SELECT 1 FROM dead_letter x WHERE x.endpoint_no = d.endpoint_no AND x.sequence = d.sequence LIMIT 1) IS NULL
    LIMIT 1) IS NOT NULL
  UNION
  SELECT r.endpoint_no, e.status FROM retry r JOIN endpoint e USING (endpoint_no) WHERE r.day < $1 AND r.epoch <> 0`;

export function findBlockingEndpoints(db: EntityManager, cutoff: string): Promise<BlockingEndpoint[]> {
  return db.query<BlockingEndpoint[]>(BLOCKING_ENDPOINTS, [cutoff]);
}

/**
 * Disables endpoints that were paused so long that their waiting deliveries expire, and notifies their merchants. The
 * dispatcher, which alone may change first attempts, then makes dead letters of them, and those of later days can be
 * sent again.
 */
export async function disablePaused(source: DataSource, blocking: BlockingEndpoint[]): Promise<number> {
  let disabled = 0;
  for (const { endpoint_no: endpointNo } of blocking.filter(({ status }) => status === 'paused')) {
    disabled += await source.transaction(async (tx) => {
      const [rows] = await tx.query<
        [{ account_id: string; store_id: string; mode: string; id: string; url: string }[], number]
      >(
        `
        UPDATE endpoint SET status = 'disabled', status_reason = 'paused_too_long', revision = revision + 1,
          updated_at = now()
        WHERE endpoint_no = $1 AND status = 'paused' RETURNING account_id, store_id, mode, id, url`,
        [endpointNo],
      );
      const [endpoint] = rows;
      if (endpoint === undefined) return 0;
      await publish(
        tx,
        TOPICS.webhookEvents,
        cloudEvent<WebhookEndpointFact>({
          source: '/qafila/webhooks',
          type: WEBHOOK_EVENT.endpointDisabled,
          subject: endpoint.id,
          owner: { accountId: endpoint.account_id, storeId: endpoint.store_id, mode: endpoint.mode },
          data: {
            endpoint_id: endpoint.id,
            url: withoutQuery(endpoint.url),
            status: 'disabled',
            failing_since: null,
            disable_at: null,
            reason: 'paused_too_long',
            consecutive_failures: 0,
          },
        }),
      );
      await notifyDispatchers(tx, endpointNo);
      return 1;
    });
  }
  return disabled;
}
