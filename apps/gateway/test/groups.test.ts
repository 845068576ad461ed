import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { eventually } from '@qafila/testing/wait';
import { ACCOUNT, API_KEY, callGateway, json, keyRecord, startHarness } from './gateway-harness.ts';
import type { GroupBody, GatewayHarness } from './gateway-harness.ts';

const groupsOf = (harness: GatewayHarness): GroupBody[] =>
  harness.metering.received.map(({ body }) => JSON.parse(body.toString()) as GroupBody);
const send = (
  harness: GatewayHarness,
  meter: string,
  body: string | Buffer,
  headers = {},
): ReturnType<typeof callGateway> =>
  callGateway(harness, `/public/v1/meter/${meter}/event`, { method: 'POST', body, headers });

describe('events in groups', () => {
  let harness: GatewayHarness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.stop());

  test('each of 200 concurrent clients gets its own status, headers and body', async () => {
    harness.keys.set('k2', keyRecord({ key_id: 'key_2', store_id: 'store_2' }));
    let arrived = 0;
    (harness.gateway.app.getHttpServer() as Server).prependListener('request', () => arrived++);
    harness.metering.answer = async (received, response) => {
      const { principals, items } = JSON.parse(received.body.toString()) as GroupBody;
      const stores = await Promise.all(
        principals.map(async (seal) => (await harness.openers.metering.open(seal)).storeId),
      );
      // However slowly the requests arrive, they find two calls under way.
      await eventually(() => arrived === 200);
      json(response, 200, {
        items: items.map(({ p, m, r, b }, at) => ({
          s: at % 3 === 0 ? 409 : 200,
          b: `{ "store":"${stores[p]}","m":"${m}","r":"${r}","b":${b} }\n`,
          ...(at % 2 ? { h: { 'x-at': String(at) } } : {}),
        })),
      });
    };
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send(harness, `m-${n}`, `{"n": ${n}, "text":"قافلة \\u00e9 \u2028"}`, {
          'x-request-id': `r-${n}`,
          'x-api-key': n % 2 ? 'k2' : API_KEY,
        }),
      ),
    );
    all.forEach((answer, n) => {
      const body = `{"n": ${n}, "text":"قافلة \\u00e9 \u2028"}`;
      expect(answer.bytes.toString()).toBe(
        `{ "store":"store_${n % 2 ? 2 : 1}","m":"m-${n}","r":"r-${n}","b":${body} }\n`,
      );
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': `r-${n}`,
        'cache-control': 'no-store',
        'ratelimit-limit': '200000',
      });
      expect([200, 409]).toContain(answer.status);
    });
    const sentItems = groupsOf(harness).flatMap(({ items }) => items.map(({ r }, at) => [r, at] as const));
    for (const [id, at] of sentItems) {
      const answer = all[Number(id.slice(2))]!;
      expect([answer.status, answer.headers.get('x-at')]).toEqual([
        at % 3 === 0 ? 409 : 200,
        at % 2 ? String(at) : null,
      ]);
    }
    expect(harness.metering.received.length).toBeLessThan(60);
  });

  test('at most two calls are under way, and a single event is sent at once', async () => {
    let underWay = 0;
    let most = 0;
    harness.metering.answer = async (received, response) => {
      most = Math.max(most, ++underWay);
      await sleep(20);
      underWay--;
      json(response, 200, {
        items: (JSON.parse(received.body.toString()) as GroupBody).items.map(() => ({ s: 200, b: '{}' })),
      });
    };
    await send(harness, 'm', '{}');
    await Promise.all(Array.from({ length: 300 }, () => send(harness, 'm', '{}')));
    expect(most).toBe(2);
    expect(groupsOf(harness)[0]!.items).toHaveLength(1);
    for (const { items } of groupsOf(harness)) expect(items.length).toBeLessThanOrEqual(500);
  });

  test('a group stays below its size limit even if JSON escapes enlarge it', async () => {
    await send(harness, 'm', '{}');
    const all = await Promise.all(Array.from({ length: 40 }, () => send(harness, 'm', Buffer.alloc(65_000, 1))));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    for (const { body } of harness.metering.received) expect(body.length).toBeLessThan(1_100_000);
  });

  test('the meter id is decoded once and keeps its case', async () => {
    for (const [path, id] of [
      ['AbC', 'AbC'],
      ['a%2Fb', 'a/b'],
      ['%D9%82', 'ق'],
      ['a%2525', 'a%25'],
      ['a+b', 'a+b'],
    ] as const) {
      expect((await send(harness, path, '{}')).body).toMatchObject({ meter: id });
    }
  });

  test('a body that is not UTF-8 is refused without any effect on other events', async () => {
    const [bad, good] = await Promise.all([
      send(harness, 'm', Buffer.from([0x22, 0xff, 0x22])),
      send(harness, 'm', '"\ufeff"'),
    ]);
    expect([bad.status, bad.body.error?.code]).toEqual([400, 'malformed_json']);
    expect(good.body).toMatchObject({ got: '"\ufeff"' });
  });

  test('an empty body and one with a byte order mark arrive unchanged', async () => {
    const { body: marked } = await send(harness, 'm', Buffer.from('\ufeff{}'));
    expect(marked).toMatchObject({ got: '\ufeff{}' });
    const empty = await callGateway(harness, '/public/v1/meter/m/event', { method: 'POST' });
    expect(empty.body).toMatchObject({ got: '' });
  });

  test('an event whose client disconnected while it was waiting is not forwarded', async () => {
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    harness.metering.answer = async (received, response) => {
      await answered;
      json(response, 200, {
        items: (JSON.parse(received.body.toString()) as GroupBody).items.map(() => ({ s: 200, b: '{}' })),
      });
    };
    /** After several requests over the same path, everything sent earlier has reached the gateway. */
    const settled = async (): Promise<void> => {
      for (let turn = 0; turn < 10; turn++) await callGateway(harness, '/health/live');
    };
    const first = send(harness, 'first', '{}');
    await eventually(() => groupsOf(harness).length === 1);
    const second = send(harness, 'second', '{}');
    await eventually(() => groupsOf(harness).length === 2);
    const disconnect = new AbortController();
    const gone = request(`${harness.gateway.url}/public/v1/meter/gone/event`, {
      method: 'POST',
      body: '{}',
      signal: disconnect.signal,
      headers: { 'content-type': 'application/json', 'x-api-key': API_KEY, 'x-account-id': ACCOUNT },
    });
    const kept = send(harness, 'kept', '{}');
    await settled();
    disconnect.abort();
    await expect(gone).rejects.toThrow();
    await settled();
    answer();
    await Promise.all([first, second, kept]);
    expect(groupsOf(harness).flatMap(({ items }) => items.map(({ m }) => m))).toEqual(['first', 'second', 'kept']);
  });

  test("the call of a group carries the gateway's own seal", async () => {
    await send(harness, 'm', '{}');
    const principal = await harness.openers.metering.open(
      harness.metering.received[0]!.headers['x-internal-principal'] as string,
    );
    expect(principal).toEqual({ accountId: '', storeId: '', mode: 'stage', keyId: 'gateway', scopes: [] });
  });
});

describe('events in groups of a service that fails', () => {
  let harness: GatewayHarness;
  beforeEach(async () => {
    harness = await startHarness({ UPSTREAM_TIMEOUT_MS: '4000' });
  });
  afterEach(() => harness.stop());

  test.each([
    ['closes the connection', 502, (response: { socket?: { destroy(): void } | null }) => response.socket?.destroy()],
    ['hangs', 504, () => {}],
    ['answers with an error', 502, (response: never) => json(response, 500, {})],
    ['answers with too few items', 502, (response: never) => json(response, 200, { items: [] })],
    ['does not answer with JSON', 502, (response: { end(text: string): void }) => response.end('<html>')],
  ])('when the service %s, each client of the group gets a refusal', async (_name, status, answer) => {
    harness.metering.answer = (_seen, response) => {
      (answer as (response: unknown) => void)(response);
    };
    const all = await Promise.all([1, 2, 3].map((n) => send(harness, 'm', '{}', { 'x-request-id': `r${n}` })));
    expect(all.map((answer) => [answer.status, answer.body.error?.request_id])).toEqual(
      [1, 2, 3].map((n) => [status, `r${n}`]),
    );
  });

  test('an unreachable service causes 503 with Retry-After', async () => {
    await harness.metering.stop();
    const answer = await send(harness, 'm', '{}');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});
