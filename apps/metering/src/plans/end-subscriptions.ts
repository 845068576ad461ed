import type { Pool } from 'pg';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { LIMITS } from '../limits.ts';
import { publishMany } from './publish-many.ts';
import { SUBSCRIPTION_COLUMNS, subscriptionEvent } from './subscription.entity.ts';
import type { Subscription, SubscriptionOwner } from './subscription.entity.ts';

const END = `
  WITH due AS MATERIALIZED (
    SELECT account_no, id FROM subscription WHERE status = 'canceling' AND ends_at <= $1
    ORDER BY ends_at LIMIT ${LIMITS.closeRowsPerStatementMax} FOR UPDATE SKIP LOCKED
  )
  UPDATE subscription s SET status = 'canceled', revision = s.revision + 1, updated_at = $1
  FROM due JOIN account a USING (account_no), plan p
  WHERE s.account_no = due.account_no AND s.id = due.id AND p.account_no = s.account_no AND p.id = s.plan_id
  RETURNING ${SUBSCRIPTION_COLUMNS}, a.account_id AS "accountId", p.store_id AS "storeId", p.mode`;

/** Ends the canceling subscriptions that are due. Rows that another process has locked are skipped. */
export async function endSubscriptions(pool: Pool, now: Date): Promise<number> {
  let ended = 0;
  let count: number;
  do {
    count = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Subscription & SubscriptionOwner>(END, [now]);
      await publishMany(
        client,
        rows.map((row) => subscriptionEvent(METER_EVENT.subscriptionUpdated, row, row)),
      );
      return rows.length;
    });
    ended += count;
  } while (count === LIMITS.closeRowsPerStatementMax);
  return ended;
}
