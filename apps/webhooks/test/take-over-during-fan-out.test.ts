import { expect, test } from '@jest/globals';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import { eventually } from '@qafila/testing/wait';
import type pg from 'pg';
import type { DeliverableEvent } from '../src/delivery/new-delivery.ts';
import { takeOver } from '../src/delivery/take-over.ts';
import { fanOut } from '../src/fanout/fan-out.ts';
import { startWebhooks } from '../src/start.ts';
import { startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';

interface Place {
  accountId: string;
  storeId: string;
  mode: string;
  partition: number;
}

/** The state that a killed process leaves: it may send a hundred deliveries more. Another owns its partition. */
async function leaveGrant({ pool }: WebhooksUnderTest, endpointId: unknown): Promise<Place & { epoch: number }> {
  const {
    rows: [place],
  } = await pool.query<Place>(
    `UPDATE endpoint_head h SET granted = sequence + 100, epoch = 1 FROM endpoint e
      WHERE e.id = $1 AND e.endpoint_no = h.endpoint_no
      RETURNING e.account_id AS "accountId", e.store_id AS "storeId", e.mode, h.lane AS partition`,
    [endpointId],
  );
  const { rows } = await pool.query<{ epoch: string }>(
    `UPDATE lane SET owner = 'heir', epoch = epoch + 1, expires_at = now() + interval '1 hour' WHERE lane = $1
      RETURNING epoch`,
    [place?.partition],
  );
  return { ...(place as Place), epoch: Number(rows[0]?.epoch) };
}

function eventOf({ accountId, storeId, mode }: Place): DeliverableEvent {
  const at = new Date().toISOString();
  const id = 'event-of-the-open-fan-out';
  const [day, body] = [at.slice(0, 10), Buffer.from('{}')];
  return { day, id, accountId, storeId, mode, type: 'plan.created', key: 'plan_1', at, traceparent: null, body };
}

async function waitsForLock(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%endpoint_head%'`,
  );
  return rowCount === 1;
}

test('a take-over that waits for a fan-out does not pass over its deliveries', async () => {
  const webhooks = await startWebhooksForTest();
  const sent = (): unknown[] => webhooks.sink.at('/open').map(({ headers }) => headers['webhook-id']);
  const { id } = await webhooks.endpoint('/open', { event_types: ['plan.created'] });
  const [first] = await webhooks.publish({ type: 'plan.created' });
  await eventually(() => expect(sent()).toEqual([first]));
  await webhooks.service.stop();
  const place = await leaveGrant(webhooks, id);

  const fanOutSession = await webhooks.pool.connect();
  await fanOutSession.query('BEGIN');
  const event = eventOf(place);
  await fanOut(fanOutSession as unknown as pg.Pool, [event]);
  const takingOver = takeOver(webhooks.pool, 'heir', [place]);
  await eventually(() => waitsForLock(webhooks.pool), { what: 'the take-over to wait for the head' });
  await fanOutSession.query('COMMIT');
  fanOutSession.release();
  await takingOver;

  await webhooks.pool.query("UPDATE lane SET owner = NULL, expires_at = '-infinity'");
  const heir = await startWebhooks(webhooks.environment, new EmbeddedBus(createLogger('test', 'silent')));
  try {
    await eventually(() => expect(sent()).toEqual([first, event.id]));
  } finally {
    await heir.stop();
    await webhooks.stop();
  }
}, 120_000);
