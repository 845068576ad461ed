import type { DataSource, EntityManager } from 'typeorm';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { WEBHOOK_EVENT } from '@qafila/contracts/webhook-events';
import type { WebhookEndpointFact } from '@qafila/contracts/webhook-events';
import { publish } from '@qafila/messaging/outbox';
import { withoutQuery } from '../delivery/tell.ts';
import { tellDispatchers } from '../endpoints/change-endpoint.ts';

interface Holder { endpoint_no: string; status: string }

/** Endpoints with first attempts still to be made of days before the cutoff. By keys: a subquery with LIMIT is asked once a row. */
const HOLDERS = `
  SELECT t.endpoint_no, e.status FROM endpoint_tail t JOIN endpoint_head h USING (endpoint_no) JOIN endpoint e USING (endpoint_no)
  WHERE h.sequence > t.settled AND (
    SELECT 1 FROM delivery d WHERE d.endpoint_no = t.endpoint_no AND d.sequence > t.settled AND d.day < $1
      AND (SELECT 1 FROM attempt a WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence AND a.day = d.day LIMIT 1) IS NULL
      AND (SELECT 1 FROM retry r WHERE r.endpoint_no = d.endpoint_no AND r.sequence = d.sequence LIMIT 1) IS NULL
      AND (SELECT 1 FROM dead_letter x WHERE x.endpoint_no = d.endpoint_no AND x.sequence = d.sequence LIMIT 1) IS NULL
    LIMIT 1) IS NOT NULL`;

export function findHolders(db: EntityManager, cutoff: string): Promise<Holder[]> {
  return db.query<Holder[]>(HOLDERS, [cutoff]);
}

/**
 * An endpoint paused for so long that what waits for it expires is disabled, and told so: then its dispatcher, who alone may touch
 * first attempts, makes dead letters of them, and those of later days can be sent again.
 */
export async function disablePaused(source: DataSource, holders: Holder[]): Promise<number> {
  let disabled = 0;
  for (const { endpoint_no: endpointNo } of holders.filter((holder) => holder.status === 'paused')) {
    disabled += await source.transaction(async (tx) => {
      const [rows] = await tx.query<[{ account_id: string; store_id: string; mode: string; id: string; url: string }[], number]>(`
        UPDATE endpoint SET status = 'disabled', status_reason = 'paused_too_long', revision = revision + 1, updated_at = now()
        WHERE endpoint_no = $1 AND status = 'paused' RETURNING account_id, store_id, mode, id, url`, [endpointNo]);
      const [endpoint] = rows;
      if (endpoint === undefined) return 0;
      await publish(tx, TOPICS.webhookEvents, cloudEvent<WebhookEndpointFact>({
        source: '/qafila/webhooks', type: WEBHOOK_EVENT.endpointDisabled, subject: endpoint.id,
        owner: { accountId: endpoint.account_id, storeId: endpoint.store_id, mode: endpoint.mode },
        data: { endpoint_id: endpoint.id, url: withoutQuery(endpoint.url), status: 'disabled', failing_since: null, disable_at: null, reason: 'paused_too_long', consecutive_failures: 0 },
      }));
      await tellDispatchers(tx, endpointNo);
      return 1;
    });
  }
  return disabled;
}
