import { afterEach, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { Stand } from './stand.ts';

const EVENTS = 40;

/** The moments that no schedule of random kills meets often enough, made on purpose. */
describeWithKafka('a dispatcher that was frozen with attempts under way, all of which fail', (kafka) => {
  let stand: Stand;
  afterEach(() => stand?.stop(), 60_000);

  const freezeAndClaim = async (schedule: string): Promise<void> => {
    stand = await Stand.start(kafka, { WEBHOOK_RETRY_SCHEDULE_SECONDS: schedule });
    const frozen = await stand.dispatcher('frozen');
    await stand.endpoint('/slowly-failing', { concurrency_max: 50 });
    await stand.publish(Array.from({ length: EVENTS }, (_, index) => `event-${index}`));
    await eventually(async () => (await stand.requests()).length >= 4, { what: 'attempts under way', intervalMs: 5 });
    process.kill(frozen.service.pid, 'SIGSTOP');
    // Another process claims the lanes, as CLAIM does when the lease is over, and dies before it could put them in order.
    await stand.pool.query("UPDATE lane SET owner = 'died at once', epoch = epoch + 1, expires_at = now() + interval '4 seconds'");
    process.kill(frozen.service.pid, 'SIGCONT');
    await delay(2_000);
    // Whoever comes next finds all that the frozen one may have sent: here it is the frozen one itself, when that claim has run out.
    await eventually(async () => expect(await stand.waiting()).toEqual({ deliveries: EVENTS, retries: 0, unsettled: 0 }), { timeoutMs: 60_000, what: 'nothing waiting' });
  };
  const ids = async (sql: string): Promise<string[]> => (await stand.pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);

  test('loses nothing by telling of them when its lanes are claimed already, and not yet in order', async () => {
    await freezeAndClaim('0,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5');
    expect(await ids(`
      SELECT event_id AS id FROM delivery d WHERE NOT EXISTS (SELECT 1 FROM attempt a WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence AND outcome = 'delivered')
        AND NOT EXISTS (SELECT 1 FROM dead_letter x WHERE x.endpoint_no = d.endpoint_no AND x.sequence = d.sequence)`)).toEqual([]);
  }, 120_000);

  test('tells of no exhausted delivery that another goes on with', async () => {
    await freezeAndClaim('0');
    const dead = await ids('SELECT event_id AS id FROM dead_letter ORDER BY 1');
    expect(await ids(`
      SELECT event ->> 'webhook_id' AS id FROM (SELECT json_array_elements(body::json) -> 'data' AS event FROM outbox WHERE body LIKE '%webhook.delivery.exhausted%') told ORDER BY 1`)).toEqual(dead);
  }, 120_000);
});
