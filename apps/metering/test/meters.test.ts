import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

const FORBIDDEN = [...'%?{}[]$^*@<>'];
const create = (body: object, principal = principalOf()) =>
  metering.call('POST', '/public/v1/meter', { name: 'Meter', aggregation_type: 'count', ...body }, principal);

describe('creating a meter', () => {
  test('answers the meter object itself, and the event carries the same object', async () => {
    const { status, body } = await create({
      id: 'Tokens',
      name: 'Tokens',
      aggregation_type: 'sum',
      aggregation_field: 'usage.tokens',
      filters: { model: 'large' },
    });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual([
      'id',
      'name',
      'active',
      'aggregation_type',
      'aggregation_field',
      'filters',
      'account_id',
      'store_id',
      'mode',
      'createdAt',
      'updatedAt',
      'group_by',
      'version',
    ]);
    expect(body).toMatchObject({
      id: 'Tokens',
      active: true,
      aggregation_field: 'usage.tokens',
      filters: { model: 'large' },
      account_id: 'acc_1',
      store_id: 'str_1',
      mode: 'stage',
    });
    expect(await metering.published('Tokens')).toMatchObject([
      { type: 'meter.created', aggregateversion: 1, accountid: 'acc_1', data: body },
    ]);
    expect((await metering.call('GET', '/public/v1/meter/Tokens')).body).toEqual(body);
  });

  test('creates an id when none is given, and refuses an id that exists', async () => {
    const { body } = await create({});
    expect(body.id).toMatch(/^mtr_[0-9a-f]{24}$/);
    expect(await create({ id: body.id })).toMatchObject({
      status: 409,
      body: { error: { code: 'meter_exists', param: 'id' } },
    });
  });

  test('rule 2: each forbidden character is refused in name, id and aggregation_field, naming the field', async () => {
    for (const field of ['name', 'id', 'aggregation_field']) {
      for (const character of FORBIDDEN) {
        const { status, body } = await create({
          aggregation_type: 'sum',
          aggregation_field: 'n',
          [field]: `a${character}b`,
        });
        expect([field, character, status, body.error?.param]).toEqual([field, character, 400, field]);
        expect(body.message).toContain('% ? { } [ ] $ ^ * @ < >');
      }
    }
    expect((await metering.pool.query("SELECT 1 FROM meter WHERE name LIKE 'a_b' OR id LIKE 'a_b'")).rowCount).toBe(0);
  });

  test('rule 2: an unknown aggregation_type is refused; fixed-retainer gets a hint to the price model', async () => {
    expect(await create({ aggregation_type: 'average' })).toMatchObject({
      status: 400,
      body: { error: { param: 'aggregation_type' }, message: expect.stringContaining('count, sum, latest, max') },
    });
    const { status, body } = await create({ aggregation_type: 'fixed-retainer' });
    expect([status, body.error.param]).toEqual([400, 'aggregation_type']);
    expect(body.message).toContain('plan with the price model "fixed_retainer"');
  });

  test.each(['sum', 'latest', 'max'])('%s needs an aggregation_field', async (aggregation_type) => {
    expect(await create({ aggregation_type })).toMatchObject({
      status: 400,
      body: { error: { param: 'aggregation_field' } },
    });
  });

  test('rule 2 is narrower for payloads: brackets are allowed, the other characters are not', async () => {
    await create({ id: 'bracketed' });
    const send = (text: string, event_id: string) =>
      metering.call('POST', '/public/v1/meter/bracketed/event', {
        operation: 'ADD',
        event_id,
        timestamp: new Date().toISOString(),
        payload: { note: text, list: [text] },
      });
    expect((await send('a[1]', 'brackets')).status).toBe(200);
    for (const character of FORBIDDEN.filter((forbidden) => !'[]'.includes(forbidden))) {
      expect([character, await send(`a${character}`, `with ${character}`)]).toMatchObject([
        character,
        { status: 400, body: { error: { code: 'forbidden_character', param: 'payload.note' } } },
      ]);
    }
  });

  test('rule 3: REMOVE lowers a count, and is refused where it has no meaning', async () => {
    await create({ id: 'users' });
    await create({ id: 'peak', aggregation_type: 'max', aggregation_field: 'n' });
    const send = (meter: string, operation: string) =>
      metering.call('POST', `/public/v1/meter/${meter}/event`, {
        operation,
        event_id: `${meter} ${operation}`,
        timestamp: new Date().toISOString(),
        payload: { n: 3 },
      });
    expect((await send('users', 'ADD')).body.data.value).toBe('1');
    expect((await send('users', 'REMOVE')).body.data.value).toBe('0');
    expect(await send('peak', 'REMOVE')).toMatchObject({
      status: 400,
      body: { error: { code: 'operation_not_supported' } },
    });
  });

  test('rule 4: a timestamp that is not in UTC is refused', async () => {
    await create({ id: 'clock' });
    expect(
      await metering.call('POST', '/public/v1/meter/clock/event', {
        operation: 'ADD',
        event_id: 'e',
        timestamp: '2026-11-01T10:00:00+03:00',
        payload: {},
      }),
    ).toMatchObject({ status: 400, body: { error: { param: 'timestamp' } } });
  });

  test('unknown fields and missing scopes are refused', async () => {
    expect(await create({ colour: 'red' })).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_field', param: 'colour' } },
    });
    const reader = principalOf({ scopes: ['meters:read'] });
    expect((await create({}, reader)).status).toBe(403);
    expect((await metering.call('PATCH', '/public/v1/meter/x', { name: 'y' }, reader)).body.error.code).toBe(
      'missing_scope',
    );
    expect(
      (await metering.call('GET', '/public/v1/meter', undefined, principalOf({ scopes: ['meters:write'] }))).status,
    ).toBe(403);
  });
});

describe('listing meters', () => {
  const lister = principalOf({ accountId: 'acc_list' });
  const list = async (query: string) =>
    (await metering.call('GET', `/public/v1/meter${query}`, undefined, lister)).body;

  test('returns all meters once, newest first, by cursor; and filters by activity and type', async () => {
    for (let n = 1; n <= 7; n++) {
      await create(
        { id: `m${n}`, active: n % 2 === 1, ...(n > 5 ? { aggregation_type: 'max', aggregation_field: 'f' } : {}) },
        lister,
      );
    }
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Json = (await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)).data;
      seen.push(...page.items.map((meter: { id: string }) => meter.id));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(7);
    expect([...seen].sort()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']);
    expect(seen[0]).toBe('m7');
    const ids = async (query: string) => (await list(query)).data.items.map((meter: { id: string }) => meter.id).sort();
    expect(await ids('?active=false')).toEqual(['m2', 'm4', 'm6']);
    expect(await ids('?aggregation_type=max&active=true')).toEqual(['m7']);
    expect((await list('')).responseStatus).toBe('OK');
  });

  test.each(['?cursor=AAAA', '?cursor=***', '?limit=0', '?limit=501', '?limit=x', '?active=yes', '?colour=red'])(
    '%s is refused with 400',
    async (query) => {
      expect(await metering.call('GET', `/public/v1/meter${query}`, undefined, lister)).toMatchObject({
        status: 400,
        body: { success: false },
      });
    },
  );
});

test('a meter of another store or account gets the same 404, byte for byte, as an unknown meter', async () => {
  await create({ id: 'hidden' }, principalOf({ accountId: 'acc_other' }));
  await create({ id: 'neighbour' }, principalOf({ storeId: 'str_2' }));
  const deactivation = { subscription: { next_action: 'keep' }, plan: { active: true } };
  const requests: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', { name: 'mine' }],
    ['PATCH', '/deactivate', deactivation],
    ['PATCH', '/deactivate?dry_run=true', deactivation],
    ['POST', '/reactivate'],
    ['POST', '/event', { operation: 'ADD', event_id: 'e', timestamp: '2026-11-01T00:00:00Z', payload: {} }],
  ];
  for (const [method, path, body] of requests) {
    const answers = await Promise.all(
      ['hidden', 'neighbour', 'nowhere'].map(async (id) => {
        const answer = await metering.call(method, `/public/v1/meter/${id}${path}`, body);
        return `${answer.status} ${answer.text.replace(/"request_id":"[^"]+"/, '').replaceAll(id, 'ID')}`;
      }),
    );
    expect(answers[0]).toMatch(/^404 .*not_found/);
    expect([method + path, ...answers.slice(0, 2)]).toEqual([method + path, answers[2], answers[2]]);
  }
  expect(
    (await metering.pool.query("SELECT name, active FROM meter WHERE id IN ('hidden', 'neighbour')")).rows,
  ).toEqual([
    { name: 'Meter', active: true },
    { name: 'Meter', active: true },
  ]);
});
