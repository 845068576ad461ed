import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { AT, meterOf, send, total, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

describe('an accepted event', () => {
  test('gets its period and the running value, and is in the next query', async () => {
    const id = await meterOf(metering);
    await send(metering, id, usage({ payload: { tokens: '1.50' } }));
    const { status, body } = await send(metering, id, usage({ event_id: 'e-2', payload: { tokens: 2.25 } }));
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        responseStatus: 'OK',
        message: 'Event counted',
        data: {
          event_id: 'e-2',
          counted: true,
          reason: null,
          meter_version: 1,
          value: '3.75',
          late: false,
          window: { start: '2026-11-01T00:00:00.000000Z', end: '2026-12-01T00:00:00.000000Z' },
          received_at: expect.stringMatching(/^2\d{3}-.*\.\d{6}Z$/),
        },
      },
    ]);
    expect((await total(metering, id)).value).toBe('3.75');
  });

  test('is stored but not counted when the filters do not match, and the answer gives the reason', async () => {
    const id = await meterOf(metering, { filters: { model: 'large' } });
    const { body } = await send(metering, id, usage({ payload: { model: 'small' } }));
    expect(body.data).toMatchObject({ counted: false, reason: 'filter_mismatch', value: null });
    expect((await total(metering, id)).value).toBe('0');
  });

  test('keeps every digit of its decimals', async () => {
    const id = await meterOf(metering);
    for (const tokens of ['9007199254740993', '1000000000000000.005', '1e-30', '12345678901234567890.123456789']) {
      expect(
        (
          await send(
            metering,
            id,
            `{"operation":"ADD","event_id":"${randomUUID()}","timestamp":"${AT}","payload":{"tokens":${tokens}}}`,
          )
        ).status,
      ).toBe(200);
    }
    expect((await total(metering, id)).value).toBe('12355686100489308883.128456789000000000000000000001');
    const { text } = await metering.call('GET', `/public/v1/meter/${id}/events`);
    expect(text).toContain('"payload":{"tokens":1000000000000000.005}');
  });

  test('with REMOVE lowers a count and a sum; the total can be negative, the billable value cannot', async () => {
    const [count, sum] = [
      await meterOf(metering, { aggregation_type: 'count', aggregation_field: undefined }),
      await meterOf(metering),
    ];
    for (const id of [count, sum]) expect((await send(metering, id, usage({ operation: 'REMOVE' }))).status).toBe(200);
    expect(await total(metering, count)).toMatchObject({ value: '-1', billable: '0' });
    expect(await total(metering, sum)).toMatchObject({ value: '-10', billable: '0' });
  });

  test('on a latest meter wins by its timestamp, and for equal timestamps by the order of reception', async () => {
    const id = await meterOf(metering, { aggregation_type: 'latest' });
    for (const [timestamp, tokens] of [
      ['2026-11-10T10:00:00.000002Z', 5],
      ['2026-11-10T10:00:00.000001Z', 7],
      ['2026-11-10T10:00:00.000002Z', 6],
    ]) {
      await send(metering, id, usage({ timestamp, payload: { tokens } }));
    }
    expect((await total(metering, id)).value).toBe('6');
  });

  test('on a latest or max meter counts only in its period; an empty period has no value and bills 0', async () => {
    for (const [type, october] of [
      ['max', '9'],
      ['latest', '4'],
    ] as const) {
      const id = await meterOf(metering, { aggregation_type: type });
      for (const [day, tokens] of [
        ['2026-08-05', 9],
        ['2026-10-05', 9],
        ['2026-10-06', 4],
        ['2026-11-02', 3],
      ])
        await send(metering, id, usage({ timestamp: `${day}T00:00:00Z`, payload: { tokens } }));
      const { body } = await metering.call(
        'GET',
        `/public/v1/meter/${id}/query?windowSize=MONTH&from=2026-08-01T00:00:00Z&to=2026-12-01T00:00:00Z`,
      );
      expect(body.data.map((row: { value: string; billable: string }) => [row.value, row.billable])).toEqual([
        ['9', '9'],
        [null, '0'],
        [october, october],
        ['3', '3'],
      ]);
    }
  });
});

describe('an event is refused', () => {
  test('as a repeat, with 409, the time of the first reception, and whether the content is identical', async () => {
    const id = await meterOf(metering);
    const event = usage({ payload: { model: 'a', tokens: 1 } });
    const first = await send(metering, id, event);
    const same = await send(metering, id, { ...event, payload: { tokens: 1, model: 'a' } });
    expect([same.status, same.body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'duplicate_event',
        param: 'event_id',
        identical: true,
        first_received_at: first.body.data.received_at,
      }),
    ]);
    for (const other of [
      { payload: { model: 'a', tokens: 2 } },
      { operation: 'REMOVE' },
      { timestamp: '2026-11-10T10:00:00.123457Z' },
    ]) {
      expect((await send(metering, id, { ...event, ...other })).body.error).toMatchObject({
        code: 'duplicate_event',
        identical: false,
      });
    }
    expect((await total(metering, id)).value).toBe('1');
  });

  test('on an inactive meter, and its id stays free', async () => {
    const id = await meterOf(metering, { active: false });
    const event = usage();
    expect((await send(metering, id, event)).body.error).toMatchObject({ code: 'meter_inactive' });
    await metering.call('POST', `/public/v1/meter/${id}/reactivate`, {});
    expect((await send(metering, id, event)).status).toBe(200);
  });

  test('with the same answer on an unknown meter and a meter of another account', async () => {
    const id = await meterOf(metering);
    const [unknown, foreign, store] = [
      await send(metering, 'nowhere', usage()),
      await metering.call('POST', `/public/v1/meter/${id}/event`, usage(), principalOf({ accountId: 'acc_2' })),
      await metering.call('POST', `/public/v1/meter/${id}/event`, usage(), principalOf({ storeId: 'str_2' })),
    ];
    for (const answer of [unknown, foreign, store])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });

  test('when the caller lacks the scope', async () => {
    const id = await meterOf(metering);
    expect(
      (await metering.call('POST', `/public/v1/meter/${id}/event`, usage(), principalOf({ scopes: ['meters:read'] })))
        .body.error.code,
    ).toBe('missing_scope');
  });

  test('for REMOVE by value on latest and max, which have no inverse', async () => {
    for (const aggregation_type of ['latest', 'max']) {
      const id = await meterOf(metering, { aggregation_type });
      expect((await send(metering, id, usage({ operation: 'REMOVE' }))).body.error).toMatchObject({
        code: 'operation_not_supported',
        param: 'operation',
      });
    }
  });
});

describe('the endpoints for many events', () => {
  test('a batch answers each event individually', async () => {
    const id = await meterOf(metering);
    const twice = usage();
    const { status, body } = await metering.call('POST', `/public/v1/meter/${id}/event/batch`, {
      events: [usage(), twice, twice, usage({ timestamp: 'now' }), 7],
    });
    expect(status).toBe(207);
    expect(body.data.items.map((item: { status: number }) => item.status)).toEqual([200, 200, 409, 400, 400]);
    expect((await total(metering, id)).value).toBe('20');
  });

  test('a batch contains one to a thousand events', async () => {
    const id = await meterOf(metering);
    const many = (count: number) =>
      metering.call('POST', `/public/v1/meter/${id}/event/batch`, {
        events: Array.from({ length: count }, () => usage()),
      });
    expect([(await many(0)).status, (await many(1_001)).status, (await many(1_000)).status]).toEqual([400, 400, 207]);
    expect((await total(metering, id)).value).toBe('10000');
  });

  test('stored events are listed in pages without gaps or repeats', async () => {
    const id = await meterOf(metering);
    const events = Array.from({ length: 25 }, (_, n) =>
      usage({ event_id: `p-${n}`, timestamp: `2026-11-10T10:00:0${n % 5}Z` }),
    );
    await metering.call('POST', `/public/v1/meter/${id}/event/batch`, { events });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await metering.call(
        'GET',
        `/public/v1/meter/${id}/events?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...body.data.items.map((item: { event_id: string }) => item.event_id));
      cursor = body.data.next_cursor as string | null;
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
    expect((await metering.call('GET', `/public/v1/meter/${id}/events/p-3`)).body.data).toMatchObject({
      event_id: 'p-3',
      counted: true,
      value: '10',
    });
    expect((await metering.call('GET', `/public/v1/meter/${id}/events/none`)).status).toBe(404);
  });
});
