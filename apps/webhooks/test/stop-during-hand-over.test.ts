import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import { eventually } from '@qafila/testing/wait';
import { startWebhooks } from '../src/start.ts';
import { startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
});
afterAll(() => webhooks.stop());

const type = 'meter.updated';
const owners = async (): Promise<string[]> =>
  (await webhooks.pool.query<{ owner: string }>('SELECT DISTINCT owner FROM lane')).rows.map(({ owner }) => owner);
/** The paths of the endpoints whose partitions this process owns. */
const endpointsOf = async (owner: string | undefined): Promise<string[]> =>
  (
    await webhooks.pool.query<{ path: string }>(
      `SELECT substring(url FROM '/stopping-.*') AS path
        FROM endpoint JOIN endpoint_head USING (endpoint_no) JOIN lane l USING (lane) WHERE l.owner = $1`,
      [owner],
    )
  ).rows.map(({ path }) => path);

test('a process that stops while it gives partitions away waits for their attempts too', async () => {
  const unanswered = new Map<string, () => void>();
  const paths = Array.from({ length: 20 }, (_, index) => `/stopping-${index}`);
  for (const path of paths) {
    webhooks.sink.behave(path, (request, response) => {
      const answer = (): void => {
        if (!response.writableEnded) answers(200)(request, response);
      };
      if (unanswered.has(path)) answer();
      else unanswered.set(path, answer);
    });
    await webhooks.endpoint(path, { event_types: [type] });
  }
  const sent = (path: string): number => webhooks.sink.at(path).length;
  /** The endpoints that get none of ten new events: the process that owned them gives them away. */
  const findLeaving = async (): Promise<string[] | null> => {
    const before = new Map(paths.map((path) => [path, sent(path)]));
    const hasNew = (path: string, count: number): boolean => sent(path) >= (before.get(path) ?? 0) + count;
    for (let count = 1; count <= 10; count++) {
      await webhooks.publish({ type });
      await eventually(() => paths.some((path) => hasNew(path, count)));
    }
    const leaving = paths.filter((path) => !hasNew(path, 1));
    return leaving.length > 0 ? leaving : null;
  };
  await webhooks.publish({ type });
  await eventually(() => unanswered.size === paths.length);
  const [owner] = await owners();
  const second = await startWebhooks(webhooks.environment, new EmbeddedBus(createLogger('test', 'silent')));
  try {
    const leaving = await eventually(findLeaving);
    const ready = paths.filter((path) => !leaving.includes(path));
    for (const path of ready) unanswered.get(path)?.();
    const stopped = webhooks.service.stop();
    await eventually(async () => expect((await endpointsOf(owner)).filter((path) => ready.includes(path))).toEqual([]));
    for (const path of leaving) unanswered.get(path)?.();
    await stopped;
    // The second process has taken all partitions over, with what it found in them.
    await eventually(async () => {
      expect(await owners()).toEqual([expect.not.stringContaining(String(owner))]);
      const { rows } = await webhooks.pool.query('SELECT endpoint_no FROM endpoint_head WHERE epoch <> 0');
      expect(rows).toEqual([]);
    });
    const { rows } = await webhooks.pool.query(
      "SELECT url FROM attempt JOIN endpoint USING (endpoint_no) WHERE url ~ '/stopping-' AND outcome <> 'delivered'",
    );
    expect(rows).toEqual([]);
  } finally {
    for (const answer of unanswered.values()) answer();
    await second.stop();
  }
});
