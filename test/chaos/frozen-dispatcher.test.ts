import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { Stand } from './stand.ts';

const EVENTS = 40;

describeWithKafka('a dispatcher that was frozen', (kafka) => {
  let stand: Stand;
  beforeAll(async () => { stand = await Stand.start(kafka, { WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5' }); }, 60_000);
  afterAll(() => stand?.stop(), 60_000);

  test('tells of failed attempts after its lanes were claimed, and before they were put in order: nothing is lost', async () => {
    const frozen = await stand.dispatcher('frozen');
    await stand.endpoint('/slowly-failing', { concurrency_max: 50 });
    await stand.publish(Array.from({ length: EVENTS }, (_, index) => `event-${index}`));
    await eventually(async () => (await stand.requests()).length >= 4, { what: 'attempts under way', intervalMs: 5 });
    process.kill(frozen.service.pid, 'SIGSTOP');
    // Another process claims the lanes, as CLAIM does when the lease is over, and dies before it could take them over.
    await stand.pool.query("UPDATE lane SET owner = 'died at once', epoch = epoch + 1, expires_at = now() + interval '4 seconds'");
    process.kill(frozen.service.pid, 'SIGCONT');
    await delay(2_000);
    // Whoever comes next finds all that the frozen one may have sent: here it is the frozen one itself, when that claim has run out.
    await eventually(async () => expect(await stand.waiting()).toEqual({ deliveries: EVENTS, retries: 0, unsettled: 0 }), { timeoutMs: 60_000, what: 'nothing waiting' });
    const { rows } = await stand.pool.query<{ id: string }>(`
      SELECT event_id AS id FROM delivery d WHERE NOT EXISTS (SELECT 1 FROM attempt a WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence AND outcome = 'delivered')
        AND NOT EXISTS (SELECT 1 FROM dead_letter x WHERE x.endpoint_no = d.endpoint_no AND x.sequence = d.sequence)`);
    expect(rows).toEqual([]);
  }, 120_000);
});
