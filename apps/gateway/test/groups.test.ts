import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { eventually } from '@qafila/testing/wait';
import { ACCOUNT, API_KEY, ask, json, keyRecord, startStand } from './stand.ts';
import type { GroupBody, Stand } from './stand.ts';

const groupsOf = (stand: Stand): GroupBody[] => stand.metering.seen.map(({ body }) => JSON.parse(body.toString()) as GroupBody);
const send = (stand: Stand, meter: string, body: string | Buffer, headers = {}): ReturnType<typeof ask> =>
  ask(stand, `/public/v1/meter/${meter}/event`, { method: 'POST', body, headers });

describe('events in groups', () => {
  let stand: Stand;
  beforeEach(async () => { stand = await startStand({ UPSTREAM_TIMEOUT_MS: '1500' }); });
  afterEach(() => stand.stop());

  test('200 concurrent clients each get their own status, headers and bytes', async () => {
    stand.keys.set('k2', keyRecord({ key_id: 'key_2', store_id: 'store_2' }));
    stand.metering.answer = async (seen, response) => {
      const { principals, items } = JSON.parse(seen.body.toString()) as GroupBody;
      const stores = await Promise.all(principals.map(async (seal) => (await stand.openers.metering.open(seal)).storeId));
      await sleep(10);
      json(response, 200, { items: items.map(({ p, m, r, b }, at) => ({
        s: at % 3 === 0 ? 409 : 200, b: `{ "store":"${stores[p]}","m":"${m}","r":"${r}","b":${b} }\n`, ...(at % 2 ? { h: { 'x-at': String(at) } } : {}),
      })) });
    };
    const all = await Promise.all(Array.from({ length: 200 }, (_, n) =>
      send(stand, `m-${n}`, `{"n": ${n}, "text":"قافلة \\u00e9 \u2028"}`, { 'x-request-id': `r-${n}`, 'x-api-key': n % 2 ? 'k2' : API_KEY })));
    all.forEach((got, n) => {
      expect(got.bytes.toString()).toBe(`{ "store":"store_${n % 2 ? 2 : 1}","m":"m-${n}","r":"r-${n}","b":{"n": ${n}, "text":"قافلة \\u00e9 \u2028"} }\n`);
      expect(got.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': `r-${n}`, 'cache-control': 'no-store', 'ratelimit-limit': '200000' });
      expect([200, 409]).toContain(got.status);
    });
    const asked = groupsOf(stand).flatMap(({ items }) => items.map(({ r }, at) => [r, at] as const));
    for (const [id, at] of asked) {
      const got = all[Number(id.slice(2))]!;
      expect([got.status, got.headers['x-at']]).toEqual([at % 3 === 0 ? 409 : 200, at % 2 ? String(at) : undefined]);
    }
    expect(stand.metering.seen.length).toBeLessThan(60);
  });

  test('at most two calls are under way and a lone event goes at once', async () => {
    let underWay = 0;
    let most = 0;
    stand.metering.answer = async (seen, response) => {
      most = Math.max(most, ++underWay);
      await sleep(20);
      underWay--;
      json(response, 200, { items: (JSON.parse(seen.body.toString()) as GroupBody).items.map(() => ({ s: 200, b: '{}' })) });
    };
    await send(stand, 'm', '{}');
    await Promise.all(Array.from({ length: 300 }, () => send(stand, 'm', '{}')));
    expect(most).toBe(2);
    expect(groupsOf(stand)[0]!.items).toHaveLength(1);
    for (const { items } of groupsOf(stand)) expect(items.length).toBeLessThanOrEqual(500);
  });

  test('a group stays under its size also when JSON escapes swell it', async () => {
    await send(stand, 'm', '{}');
    const all = await Promise.all(Array.from({ length: 40 }, () => send(stand, 'm', Buffer.alloc(65_000, 1))));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    for (const { body } of stand.metering.seen) expect(body.length).toBeLessThan(1_100_000);
  });

  test('the meter id is decoded once and keeps its case', async () => {
    for (const [path, id] of [['AbC', 'AbC'], ['a%2Fb', 'a/b'], ['%D9%82', 'ق'], ['a%2525', 'a%25'], ['a+b', 'a+b']] as const) {
      expect((await send(stand, path, '{}')).json).toMatchObject({ meter: id });
    }
  });

  test('bytes that are not UTF-8 are refused here, and spoil nobody else', async () => {
    const [bad, good] = await Promise.all([send(stand, 'm', Buffer.from([0x22, 0xff, 0x22])), send(stand, 'm', '"\ufeff"')]);
    expect([bad.status, bad.json.error?.code]).toEqual([400, 'malformed_json']);
    expect(good.json).toMatchObject({ got: '"\ufeff"' });
  });

  test('an empty body and one with a byte order mark arrive as they are', async () => {
    const { json: marked } = await send(stand, 'm', Buffer.from('\ufeff{}'));
    expect(marked).toMatchObject({ got: '\ufeff{}' });
    const empty = await ask(stand, '/public/v1/meter/m/event', { method: 'POST' });
    expect(empty.json).toMatchObject({ got: '' });
  });

  test.each([
    ['breaks off', 502, (response: { socket?: { destroy(): void } | null }) => response.socket?.destroy()],
    ['hangs', 504, () => {}],
    ['answers an error', 502, (response: never) => json(response, 500, {})],
    ['answers too few', 502, (response: never) => json(response, 200, { items: [] })],
    ['answers no JSON', 502, (response: { end(text: string): void }) => response.end('<html>')],
  ])('when the service %s each member is told', async (_name, status, answer) => {
    stand.metering.answer = (_seen, response) => { (answer as (response: unknown) => void)(response); };
    const all = await Promise.all([1, 2, 3].map((n) => send(stand, 'm', '{}', { 'x-request-id': `r${n}` })));
    expect(all.map((got) => [got.status, got.json.error?.request_id])).toEqual([1, 2, 3].map((n) => [status, `r${n}`]));
  });

  test('503 with Retry-After while the service is away', async () => {
    await stand.metering.stop();
    const got = await send(stand, 'm', '{}');
    expect([got.status, got.headers['retry-after']]).toEqual([503, '1']);
  });

  test('an event whose client went away before its turn is not handed over', async () => {
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => { answer = resolve; });
    stand.metering.answer = async (seen, response) => {
      await answered;
      json(response, 200, { items: (JSON.parse(seen.body.toString()) as GroupBody).items.map(() => ({ s: 200, b: '{}' })) });
    };
    /** What was sent before is at the gateway when this is answered: it has gone the same way, several times. */
    const settled = async (): Promise<void> => { for (let turn = 0; turn < 10; turn++) await ask(stand, '/health/live'); };
    const first = send(stand, 'first', '{}');
    await eventually(() => groupsOf(stand).length === 1);
    const second = send(stand, 'second', '{}');
    await eventually(() => groupsOf(stand).length === 2);
    const away = new AbortController();
    const gone = request(`${stand.gateway.url}/public/v1/meter/gone/event`, {
      method: 'POST', body: '{}', signal: away.signal, headers: { 'content-type': 'application/json', 'x-api-key': API_KEY, 'x-account-id': ACCOUNT },
    });
    const kept = send(stand, 'kept', '{}');
    await settled();
    away.abort();
    await expect(gone).rejects.toThrow();
    await settled();
    answer();
    await Promise.all([first, second, kept]);
    expect(groupsOf(stand).flatMap(({ items }) => items.map(({ m }) => m))).toEqual(['first', 'second', 'kept']);
  });

  test('the group itself is sealed by the gateway', async () => {
    await send(stand, 'm', '{}');
    const own = await stand.openers.metering.open(stand.metering.seen[0]!.headers['x-internal-principal'] as string);
    expect(own).toEqual({ accountId: '', storeId: '', mode: 'stage', keyId: 'gateway', scopes: [] });
  });
});
