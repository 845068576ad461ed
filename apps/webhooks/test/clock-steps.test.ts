import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

const HOUR_MS = 3_600_000;

let webhooks: WebhooksUnderTest;
const wallClock = Date.now;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,2,2' });
});
afterAll(async () => {
  Date.now = wallClock;
  await webhooks.stop();
});

test.each([
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
])(
  'a wall clock that steps an hour %s delays no retry and no new delivery',
  async (name, stepMs) => {
    Date.now = wallClock;
    const [failing, sound] = [`/failing-${name}`, `/sound-${name}`];
    await webhooks.endpoint(failing);
    await webhooks.endpoint(sound);
    webhooks.sink.behave(failing, answers(500));
    await webhooks.publish({});
    await eventually(() => webhooks.sink.at(failing).length === 1, { what: 'the first attempt' });
    // The retry is known with its due time before the clock steps.
    await eventually(async () => (await webhooks.pool.query('SELECT 1 FROM retry')).rowCount === 1, {
      what: 'the retry',
    });
    Date.now = () => wallClock() + stepMs;
    const from = performance.now();
    await eventually(() => webhooks.sink.at(failing).length === 2, { timeoutMs: 30_000, what: 'the second attempt' });
    expect(performance.now() - from).toBeGreaterThan(500);
    await webhooks.publish({});
    await eventually(() => webhooks.sink.at(sound).length === 2, { timeoutMs: 30_000, what: 'the new delivery' });
    webhooks.sink.behave(failing, answers(200));
    await eventually(async () => (await webhooks.pool.query('SELECT 1 FROM retry')).rowCount === 0, {
      timeoutMs: 30_000,
      what: 'all retries',
    });
  },
  120_000,
);
