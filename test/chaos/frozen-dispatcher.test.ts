import { afterEach, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { DispatcherHarness } from './dispatcher-harness.ts';

const EVENTS = 40;

/** Creates a moment on purpose that random kill schedules meet too rarely. */
describeWithKafka('a dispatcher that was frozen while failing attempts were under way', (kafka) => {
  let harness: DispatcherHarness;
  afterEach(() => harness?.stop(), 60_000);

  const freezeAndClaim = async (schedule: string): Promise<void> => {
    harness = await DispatcherHarness.start(kafka, { WEBHOOK_RETRY_SCHEDULE_SECONDS: schedule });
    const frozen = await harness.dispatcher('frozen');
    await harness.endpoint('/slowly-failing', { concurrency_max: 50 });
    await harness.publish(Array.from({ length: EVENTS }, (_, index) => `event-${index}`));
    await eventually(async () => (await harness.requests()).length >= 4, { what: 'attempts under way', intervalMs: 5 });
    process.kill(frozen.service.pid, 'SIGSTOP');
    // Another process claims the expired partitions, as CLAIM does, and dies before it recovers their deliveries.
    await harness.pool.query(
      "UPDATE lane SET owner = 'died at once', epoch = epoch + 1, expires_at = now() + interval '4 seconds'",
    );
    process.kill(frozen.service.pid, 'SIGCONT');
    await delay(2_000);
    // The next owner recovers what the frozen process may have sent. Here the frozen process itself is the next owner.
    await eventually(
      async () => expect(await harness.waiting()).toEqual({ deliveries: EVENTS, retries: 0, unsettled: 0 }),
      { timeoutMs: 60_000, what: 'nothing waiting' },
    );
  };
  const ids = async (sql: string): Promise<string[]> =>
    (await harness.pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);

  test('loses nothing when it records results after its partitions were claimed by another process', async () => {
    await freezeAndClaim('0,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5');
    expect(
      await ids(`
        SELECT event_id AS id FROM delivery d
        WHERE NOT EXISTS (
            SELECT 1 FROM attempt a
            WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence AND outcome = 'delivered')
          AND NOT EXISTS (
            SELECT 1 FROM dead_letter x WHERE x.endpoint_no = d.endpoint_no AND x.sequence = d.sequence)`),
    ).toEqual([]);
  }, 120_000);

  test('reports no delivery as exhausted that another process continues', async () => {
    await freezeAndClaim('0');
    const dead = await ids('SELECT event_id AS id FROM dead_letter ORDER BY 1');
    expect(
      await ids(`
        SELECT event ->> 'webhook_id' AS id
        FROM (SELECT json_array_elements(body::json) -> 'data' AS event FROM outbox
              WHERE body LIKE '%webhook.delivery.exhausted%') published
        ORDER BY 1`),
    ).toEqual(dead);
  }, 120_000);
});
