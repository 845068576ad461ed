import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import { eventually } from '@qafila/testing/wait';
import { startWebhooks } from '../src/start.ts';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';
import type { Received } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: `0${',0.05'.repeat(29)}` });
});
afterAll(() => webhooks.stop());

/** Events whose body has their key and their position in it. */
const events = (key: string, from: number, count: number): { subject: string; data: unknown }[] =>
  Array.from({ length: count }, (_, index) => ({ subject: key, data: { key, place: from + index } }));
const read = (request: Received): { key: string; place: number } =>
  JSON.parse(request.body) as { key: string; place: number };
const placesOf = (path: string, key: string): number[] =>
  webhooks.sink
    .at(path)
    .map(read)
    .filter((one) => one.key === key)
    .map(({ place }) => place);
const remove = (id: unknown): Promise<unknown> => webhooks.call('DELETE', `${ENDPOINTS}/${String(id)}`);

test('later events of a key wait for the earlier one that fails; other keys flow', async () => {
  let isMended = false;
  webhooks.sink.behave('/key', (request, response) =>
    answers(read(request).key === 'a' && !isMended ? 500 : 200)(request, response),
  );
  const { id } = await webhooks.endpoint('/key', { ordering: 'key' });
  await webhooks.publish(...events('a', 1, 4), ...events('b', 1, 4));
  await eventually(() => expect(placesOf('/key', 'b')).toEqual([1, 2, 3, 4]));
  await eventually(() => placesOf('/key', 'a').length >= 3);
  await webhooks.publish(...events('a', 5, 2), ...events('b', 5, 2), ...events('c', 1, 1));
  await eventually(() => expect([placesOf('/key', 'b').length, placesOf('/key', 'c').length]).toEqual([6, 1]));
  // However often it is tried, nothing of its key goes before it.
  expect(new Set(placesOf('/key', 'a'))).toEqual(new Set([1]));
  isMended = true;
  await eventually(() => expect([...new Set(placesOf('/key', 'a'))]).toEqual([1, 2, 3, 4, 5, 6]));
  await eventually(async () => {
    const { rows } = await webhooks.pool.query('SELECT 1 FROM retry JOIN endpoint USING (endpoint_no) WHERE id = $1', [
      id,
    ]);
    expect(rows).toEqual([]);
  });
  // And then the key is free: soon an event of it goes without a detour by the retry table.
  await webhooks.pool.query(`CREATE TABLE detour (sequence bigint);
    CREATE FUNCTION note_detour() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO webhooks.detour VALUES (NEW.sequence); RETURN NEW; END';
    CREATE TRIGGER note_detour AFTER INSERT ON retry FOR EACH ROW EXECUTE FUNCTION note_detour()`);
  const detours = async (): Promise<number> => (await webhooks.pool.query('SELECT 1 FROM detour')).rows.length;
  let place = 6;
  await eventually(async () => {
    const before = await detours();
    await webhooks.publish(...events('a', ++place, 1));
    await eventually(() => expect(placesOf('/key', 'a').at(-1)).toBe(place));
    return (await detours()) === before;
  });
  await webhooks.pool.query('DROP TRIGGER note_detour ON retry');
  await remove(id);
});

test('a first attempt that takes long holds up its key alone', async () => {
  const waiting: (() => void)[] = [];
  webhooks.sink.behave('/long', (request, response) => {
    if (read(request).key === 'slow' && waiting.length === 0) waiting.push(() => answers(200)(request, response));
    else answers(200)(request, response);
  });
  const { id } = await webhooks.endpoint('/long', { ordering: 'key' });
  await webhooks.publish(
    ...events('slow', 1, 3),
    ...Array.from({ length: 20 }, (_, index) => events(`k${index}`, 1, 3)).flat(),
  );
  await eventually(() => webhooks.sink.at('/long').length === 61);
  expect(placesOf('/long', 'slow')).toEqual([1]);
  waiting[0]?.();
  await eventually(() => expect(placesOf('/long', 'slow')).toEqual([1, 2, 3]));
  await remove(id);
});

test('a key with more events than memory takes holds up no other key, and stays in order', async () => {
  const only = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.05,0.05' });
  const [failing, accepted] = [new Set([100, 500]), [] as Received[]];
  let answerFirst: (() => void) | undefined;
  only.sink.behave('/hot', (request, response) => {
    const { key, place } = read(request);
    const fails = key === 'hot' && failing.delete(place);
    if (!fails) accepted.push(request);
    if (key === 'hot' && place === 1) answerFirst = () => answers(200)(request, response);
    else answers(fails ? 500 : 200)(request, response);
  });
  const places = (key: string): number[] =>
    accepted
      .map(read)
      .filter((one) => one.key === key)
      .map(({ place }) => place);
  try {
    await only.endpoint('/hot', { ordering: 'key' });
    await only.publish(...events('hot', 1, 700), ...events('cold', 1, 3));
    await eventually(() => expect(places('cold')).toEqual([1, 2, 3]), { timeoutMs: 10_000 });
    expect(places('hot')).toEqual([1]);
    answerFirst?.();
    await eventually(() => expect(places('hot')).toHaveLength(700));
    expect(places('hot')).toEqual(Array.from({ length: 700 }, (_, index) => index + 1));
  } finally {
    await only.stop();
  }
});

test('without it, a failed event holds up nothing', async () => {
  webhooks.sink.behave('/free', (request, response) =>
    answers(read(request).place === 1 ? 500 : 200)(request, response),
  );
  const { id } = await webhooks.endpoint('/free');
  await webhooks.publish(...events('a', 1, 3));
  await eventually(() => expect(new Set(placesOf('/free', 'a'))).toEqual(new Set([1, 2, 3])));
  await remove(id);
});

test('a dead letter frees its key', async () => {
  const only = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.05,0.05' });
  try {
    only.sink.behave('/dead', (request, response) => answers(read(request).place === 1 ? 500 : 200)(request, response));
    const { id } = await only.endpoint('/dead', { ordering: 'key' });
    await only.publish(...events('a', 1, 3));
    await eventually(() => expect(only.sink.at('/dead').map((one) => read(one).place)).toEqual([1, 1, 1, 2, 3]));
    const { rows } = await only.pool.query<{ sequence: string; reason: string }>(
      'SELECT sequence, reason FROM dead_letter JOIN endpoint USING (endpoint_no) WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ sequence: '1', reason: 'exhausted' }]);
  } finally {
    await only.stop();
  }
});

test('what was parked when its process died continues in order', async () => {
  const only = await startWebhooksForTest();
  const { id } = await only.endpoint('/parked', { ordering: 'key' });
  await only.call('POST', `${ENDPOINTS}/${id}/pause`);
  await only.publish(...events('a', 1, 3), ...events('b', 1, 2));
  await only.service.stop();
  // As if an earlier event of each key had been delivered the moment before.
  await only.pool
    .query(`INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
    SELECT endpoint_no, d.sequence, d.day, event_id, key, lane, 0, 0, 'first', now()
      FROM delivery d JOIN event e ON e.day = d.day AND e.id = d.event_id JOIN endpoint_head h USING (endpoint_no)
      ON CONFLICT DO NOTHING`);
  await only.pool.query("UPDATE retry SET due_at = 'infinity'");
  await only.pool.query(
    'UPDATE endpoint_tail t SET settled = h.sequence FROM endpoint_head h WHERE h.endpoint_no = t.endpoint_no',
  );
  await only.pool.query("UPDATE endpoint_head SET granted = sequence; UPDATE endpoint SET status = 'enabled'");
  const heir = await startWebhooks(only.environment, new EmbeddedBus(createLogger('test', 'silent')));
  try {
    await eventually(() => expect(only.sink.at('/parked')).toHaveLength(5));
    const places = (key: string): number[] =>
      only.sink
        .at('/parked')
        .map(read)
        .filter((one) => one.key === key)
        .map(({ place }) => place);
    expect([places('a'), places('b')]).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
  } finally {
    await heir.stop();
    await only.stop();
  }
});

test('with failures and restarts each key stays in order, and nothing is lost or repeated needlessly', async () => {
  const seed = randomBytes(4).readUInt32LE();
  const random = generator(seed);
  const [keys, each] = [8, 15];
  const accepted: Received[] = [];
  webhooks.sink.behave('/restart', (request, response) => {
    const isAccepted = random() < 0.8;
    if (isAccepted) accepted.push(request);
    setTimeout(() => answers(isAccepted ? 200 : 500)(request, response), random() * 20);
  });
  await webhooks.endpoint('/restart', { ordering: 'key', event_types: ['plan.created'] });
  const all = Array.from({ length: each }, (_, place) =>
    Array.from({ length: keys }, (_each, key) => ({
      type: 'plan.created',
      subject: `k${key}`,
      data: { key: `k${key}`, place },
    })),
  ).flat();
  await webhooks.publish(...all.slice(0, 60));
  let running: RunningService = webhooks.service;
  // Stopped in the midst of it, twice; each service has a bus of its own, as a process would.
  for (const part of [all.slice(60, 90), all.slice(90)]) {
    const seen = accepted.length;
    await eventually(() => accepted.length >= Math.min(seen + 5, 50));
    await running.stop();
    const bus = new EmbeddedBus(createLogger('test', 'silent'));
    running = await startWebhooks(webhooks.environment, bus);
    const made = part.map((event) => cloudEvent({ source: '/qafila/metering', owner: webhooks.owner, ...event }));
    await bus.publish(
      made.map((event) => ({ topic: 'meter.events.v1', key: event.subject, value: JSON.stringify(event) })),
    );
  }
  try {
    await eventually(() => accepted.length >= all.length, {
      timeoutMs: 40_000,
      what: `all to be accepted (seed ${seed})`,
    });
    for (let key = 0; key < keys; key++) {
      const places = accepted
        .map(read)
        .filter((one) => one.key === `k${key}`)
        .map(({ place }) => place);
      expect({ seed, key, places }).toEqual({ seed, key, places: Array.from({ length: each }, (_, place) => place) });
    }
  } finally {
    await running.stop();
  }
});

/** mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
