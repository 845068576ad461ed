import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent, NewEvent } from '@qafila/contracts/cloud-event';
import { eventually } from '@qafila/testing/wait';
import { fanOut } from '../src/fanout/fan-out.ts';
import { readEvent } from '../src/fanout/read-event.ts';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Json, WebhooksUnderTest } from './harness.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
});
afterAll(() => webhooks.stop());

const TOPIC = 'meter.events.v1';
let paths = 0;
/** An endpoint at a path of its own, and what came there. */
async function subscriber(
  eventTypes: string[],
  more: Json = {},
): Promise<{ id: string; path: string; secret: string; types: () => string[]; ids: () => string[] }> {
  const path = `/fan-out-${++paths}`;
  const { id, secret } = await webhooks.endpoint(path, { event_types: eventTypes, ...more });
  return {
    id: id as string,
    path,
    secret: secret as string,
    types: () =>
      webhooks.sink
        .at(path)
        .map(({ body }) => (JSON.parse(body) as Json).type as string)
        .sort(),
    ids: () => webhooks.sink.at(path).map(({ headers }) => headers['webhook-id'] as string),
  };
}
const event = (type: string, more: Partial<NewEvent<unknown>> = {}): CloudEvent =>
  cloudEvent({ source: '/qafila/test', type, subject: 'tokens', owner: webhooks.owner, data: { type }, ...more });
const publish = (topic: string, ...events: CloudEvent[]): Promise<void> =>
  webhooks.bus.publish(events.map((one) => ({ topic, key: one.subject, value: JSON.stringify(one) })));
const publishRaw = (...values: (string | Buffer)[]): Promise<void> =>
  webhooks.bus.publish(values.map((value) => ({ topic: TOPIC, key: 'tokens', value })));
const deliveries = async (id: string): Promise<{ sequence: string; event_id: string }[]> =>
  (
    await webhooks.pool.query<{ sequence: string; event_id: string }>(
      'SELECT sequence, event_id FROM delivery JOIN endpoint USING (endpoint_no) WHERE id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;
/**
 * Everything published before has been fanned out when the call resolves; that nothing came is then a fact of the
 * database.
 */
const countOf = async (id: string): Promise<number> => (await deliveries(id)).length;

describe('who gets an event', () => {
  test('endpoints that subscribe to its name, its family or everything, once for all matching patterns', async () => {
    const all = await subscriber(['*']);
    const meters = await subscriber(['meter.*']);
    const periods = await subscriber(['meter.period.*']);
    const named = await subscriber(['meter.created', 'PAYMENT_INTENT_NOTIFICATION']);
    const plans = await subscriber(['plan.*']);
    const many = await subscriber(['*', 'meter.*', 'meter.created', 'meter.period.*']);
    await publish(
      TOPIC,
      event('meter.created'),
      event('meter.period.closed'),
      event('plan.created'),
      event('meter.usage.accepted'),
      event('meter.unheard-of'),
    );
    await publish('payment.events.v1', event('PAYMENT_INTENT_NOTIFICATION'));
    const everything = ['PAYMENT_INTENT_NOTIFICATION', 'meter.created', 'meter.period.closed', 'plan.created'];
    await eventually(() => {
      expect([all, meters, periods, named, plans, many].map((one) => one.types())).toEqual([
        everything,
        ['meter.created', 'meter.period.closed'],
        ['meter.period.closed'],
        ['PAYMENT_INTENT_NOTIFICATION', 'meter.created'],
        ['plan.created'],
        everything,
      ]);
    });
    expect(await Promise.all([all, meters, periods, named, plans, many].map((one) => countOf(one.id)))).toEqual([
      4, 2, 1, 2, 1, 4,
    ]);
  });

  test('endpoints that name an explicit type, which * does not match; no endpoint gets its own events', async () => {
    const all = await subscriber(['*']);
    const operations = await subscriber(['webhook.*']);
    const failures = await subscriber(['webhook.endpoint.failing', '*']);
    const own = event('webhook.endpoint.failing', { subject: operations.id });
    const other = event('webhook.endpoint.failing', { subject: 'ep_other' });
    await publish('webhook.events.v1', own, other, event('webhook.delivery.exhausted', { subject: 'ep_other' }));
    await eventually(() => expect(failures.ids().sort()).toEqual([own.id, other.id].sort()));
    await eventually(() =>
      expect(operations.types()).toEqual(['webhook.delivery.exhausted', 'webhook.endpoint.failing']),
    );
    expect(operations.ids()).not.toContain(own.id);
    expect(await Promise.all([all, operations, failures].map((one) => countOf(one.id)))).toEqual([0, 2, 2]);
  });

  test("only the event's own store, and mode", async () => {
    const { owner } = webhooks;
    const others = [
      { ...owner, storeId: 'st_other' },
      { ...owner, mode: 'live' as const },
      { ...owner, accountId: 'acc_other' },
    ];
    const mine = await subscriber(['*']);
    const theirs: string[] = [];
    for (const [index, principal] of others.entries()) {
      const { body } = await webhooks.call(
        'POST',
        ENDPOINTS,
        { url: `${webhooks.sink.url}/theirs-${index}`, event_types: ['*'] },
        principal,
      );
      theirs.push(body.data.id as string);
    }
    const events = [owner, ...others].map((one) => event('meter.created', { owner: one }));
    await publish(TOPIC, ...events);
    const idsOf = async (id: string): Promise<string[]> => (await deliveries(id)).map((one) => one.event_id);
    expect(await Promise.all([mine.id, ...theirs].map(idsOf))).toEqual(events.map(({ id }) => [id]));
    await eventually(() => expect(mine.ids()).toEqual([events[0]?.id]));
  });

  test('paused endpoints are written for and wait; disabled ones are not written for', async () => {
    const [paused, disabled] = [await subscriber(['*']), await subscriber(['*'])];
    await webhooks.call('POST', `${ENDPOINTS}/${paused.id}/pause`);
    await webhooks.pool.query("UPDATE endpoint SET status = 'disabled' WHERE id = $1", [disabled.id]);
    await publish(TOPIC, event('meter.created'), event('meter.updated'));
    expect(await Promise.all([paused, disabled].map((one) => countOf(one.id)))).toEqual([2, 0]);
    expect(webhooks.sink.at(paused.path)).toEqual([]);
    await webhooks.call('POST', `${ENDPOINTS}/${paused.id}/resume`);
    await eventually(() => expect(paused.types()).toEqual(['meter.created', 'meter.updated']));
  });

  test('no endpoint that was created later, except within a minute by which clocks may differ', async () => {
    const { id } = await subscriber(['*']);
    await webhooks.pool.query("UPDATE endpoint SET created_at = '2026-11-01T12:00:00Z' WHERE id = $1", [id]);
    const times = [
      '2026-11-01T11:58:59.999Z',
      '2026-11-01T11:59:00.000Z',
      '2026-11-01T12:00:00Z',
      '2026-11-20T00:00:00Z',
    ];
    const events = times.map((time) => event('meter.created', { time }));
    await publish(TOPIC, ...events);
    expect((await deliveries(id)).map((one) => one.event_id)).toEqual(events.slice(1).map((one) => one.id));
  });
});

describe('repeats', () => {
  test("write nothing: in one batch, in the next, and from another day's clock of ours", async () => {
    const one = await subscriber(['*']);
    const events = [
      event('meter.created'),
      event('meter.updated', { time: new Date(Date.now() - 3 * 86_400_000).toISOString() }),
    ];
    await webhooks.pool.query("UPDATE endpoint SET created_at = '2026-01-01' WHERE id = $1", [one.id]);
    await publish(TOPIC, ...events, ...events);
    await publish(TOPIC, ...events);
    await Promise.all([publish(TOPIC, ...events), publish('payment.events.v1', ...events)]);
    expect((await deliveries(one.id)).map((row) => [row.sequence, row.event_id])).toEqual(
      events.map((each, index) => [String(index + 1), each.id]),
    );
    const { rows } = await webhooks.pool.query('SELECT 1 FROM event WHERE id = ANY($1)', [events.map(({ id }) => id)]);
    expect(rows).toHaveLength(2);
    await eventually(() => expect(one.ids().sort()).toEqual(events.map(({ id }) => id).sort()));
  });

  test('an endpoint that came after the first copy gets nothing of the second', async () => {
    const one = event('meter.created');
    await publish(TOPIC, one);
    const late = await subscriber(['*']);
    await publish(TOPIC, one);
    expect(await countOf(late.id)).toBe(0);
  });

  test('sequences have no gap under eight publishers of overlapping batches', async () => {
    const seed = randomBytes(4).readUInt32LE();
    const random = generator(seed);
    const [all, some] = [await subscriber(['*']), await subscriber(['plan.*'])];
    // A second fan-out, and six more without a service around them: all on one database, at the same time.
    const other = await webhooks.another();
    const pool = Array.from({ length: 120 }, (_, index) =>
      event(index % 3 === 0 ? 'plan.created' : 'meter.created', { subject: `s${index % 7}` }),
    );
    const batch = (): CloudEvent[] => pool.filter(() => random() < 0.3).sort(() => random() - 0.5);
    await Promise.all(
      Array.from({ length: 8 }, async (_, publisher) => {
        for (let round = 0; round < 8; round++) {
          const events = batch();
          if (publisher < 2) await publish(TOPIC, ...events);
          else
            await fanOut(
              webhooks.pool,
              events.map((one) => readEvent(Buffer.from(JSON.stringify(one)))),
            );
        }
      }),
    );
    await publish(TOPIC, ...pool);
    for (const [{ id, ids }, wanted] of [
      [all, pool],
      [some, pool.filter(({ type }) => type === 'plan.created')],
    ] as const) {
      const rows = await deliveries(id);
      expect({ seed, sequences: rows.map((row) => Number(row.sequence)) }).toEqual({
        seed,
        sequences: wanted.map((_, index) => index + 1),
      });
      expect({ seed, ids: rows.map((row) => row.event_id).sort() }).toEqual({
        seed,
        ids: wanted.map((one) => one.id).sort(),
      });
      const {
        rows: [head],
      } = await webhooks.pool.query<{ sequence: string }>(
        'SELECT sequence FROM endpoint_head JOIN endpoint USING (endpoint_no) WHERE id = $1',
        [id],
      );
      expect({ seed, head: Number(head?.sequence) }).toEqual({ seed, head: wanted.length });
      // A receiver that answers too late on a busy machine is called again: each event counts once.
      await eventually(() =>
        expect({ seed, came: [...new Set(ids())].sort() }).toEqual({ seed, came: wanted.map((one) => one.id).sort() }),
      );
    }
    void other;
  });
});

describe('poison', () => {
  test('what is no event, or what the database cannot keep, is left out; the rest of the batch flows', async () => {
    const one = await subscriber(['*']);
    const good = Array.from({ length: 6 }, () => event('meter.created'));
    const spoilt = (more: Json): string => JSON.stringify({ ...event('meter.created'), ...more });
    const [a, b, c, d, e, f] = good.map((each) => JSON.stringify(each)) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    await publishRaw(
      'not json',
      a,
      '',
      '[]',
      spoilt({ specversion: '0.3' }),
      b,
      spoilt({ time: 'yesterday' }),
      spoilt({ time: undefined }),
      c,
      Buffer.from([0xff, 0xfe, 0x00]),
    );
    await publishRaw(
      d,
      spoilt({ subject: 'a\u0000b' }),
      e,
      spoilt({ time: '+020000-01-01T00:00:00Z' }),
      spoilt({ time: 5 }),
      f,
    );
    expect((await deliveries(one.id)).map((row) => row.event_id).sort()).toEqual(good.map(({ id }) => id).sort());
    expect((await deliveries(one.id)).map((row) => Number(row.sequence))).toEqual([1, 2, 3, 4, 5, 6]);
    await eventually(() => expect(one.ids()).toHaveLength(6));
  });

  test('a trace context that is none stops no delivery', async () => {
    const one = await subscriber(['*']);
    const events = ['', 'x', '00-0-0-0', 'قافلة', { a: 1 }, 5].map((traceparent) => ({
      ...event('meter.created'),
      traceparent,
    }));
    await publishRaw(...events.map((each) => JSON.stringify(each)));
    await eventually(() => expect(one.ids().sort()).toEqual(events.map(({ id }) => id).sort()));
  });

  test('an id that no header could carry is replaced, the same for every endpoint and every copy', async () => {
    const [one, other] = [await subscriber(['*']), await subscriber(['meter.*'])];
    const strange = event('meter.created', { id: 'a\r\nx-evil: 1' });
    await publish(TOPIC, strange);
    await publish(TOPIC, strange);
    await eventually(() => expect([one.ids().length, other.ids().length]).toEqual([1, 1]));
    expect(one.ids()).toEqual(other.ids());
    expect(one.ids()[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(webhooks.sink.at(one.path)[0]?.headers['x-evil']).toBeUndefined();
  });
});

test.each([
  ['keys like integers', '{"10":1,"2":{"9":0,"1":0},"b":0,"a":0}'],
  [
    'big numbers',
    '{"big":123456789012345678901234567890,"exact":0.1000000000000000055511151231257827,"e":-1.0E+30,"zero":100.00}',
  ],
  ['U+2028', '{"text":"a\u2028b\u2029"}'],
  ['Arabic', '{"الاسم":"قافلة — ﷽ 🐫"}'],
  ['escapes', '{"a":"\\u0041\\/\\"\\\\ \\u0000"}'],
  ['nothing', '{}'],
  ['an array', '[1,"data",{"data":{}}]'],
  ['100 KB', JSON.stringify({ text: 'قافلة'.repeat(10_000) })],
])("the body is the data's bytes: %s", async (_name, data) => {
  const one = await subscriber(['meter.created']);
  // Once from the memory of fan-out, and once more as the database keeps it.
  const envelope = JSON.stringify({ ...event('meter.created'), data: 0 });
  await webhooks.call('POST', `${ENDPOINTS}/${one.id}/pause`);
  await webhooks.call('POST', `${ENDPOINTS}/${one.id}/resume`);
  await publishRaw(envelope.replace(/"data":0\}$/, () => `"data":${data}}`));
  const first = await eventually(() => webhooks.sink.at(one.path)[0] ?? null);
  expect(first.body).toBe(data);
  new Webhook(one.secret).verify(first.body, first.headers as Record<string, string>);
  // Asked for before its outcome is written, a first attempt that is under way is all there is.
  await eventually(
    async () =>
      (await webhooks.pool.query('SELECT 1 FROM attempt JOIN endpoint USING (endpoint_no) WHERE id = $1', [one.id]))
        .rows.length === 1,
  );
  expect((await webhooks.call('POST', `${ENDPOINTS}/${one.id}/deliveries/1/resend`)).status).toBe(202);
  const second = await eventually(() => webhooks.sink.at(one.path)[1] ?? null);
  expect(second.body).toBe(data);
  new Webhook(one.secret).verify(second.body, second.headers as Record<string, string>);
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
