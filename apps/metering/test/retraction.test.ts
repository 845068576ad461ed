import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf, send, total, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest({ PERIOD_GRACE_HOURS: '1' });
});
afterAll(() => metering.stop());

const back = (reverses: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  usage({ operation: 'REMOVE', reverses, payload: undefined, ...more });

describe('retracting an event', () => {
  test.each([
    ['count', '2'],
    ['sum', '12'],
    ['max', '7'],
    ['latest', '5'],
  ])('leaves a %s meter as if it had never been', async (aggregation_type, left) => {
    const id = await meterOf(metering, { aggregation_type, group_by: ['model'] });
    const events = [
      ['a', '2026-11-10T10:00:00Z', 7],
      ['b', '2026-11-10T10:20:00Z', 5],
      ['c', '2026-11-11T00:00:00Z', 9],
    ] as const;
    for (const [event_id, timestamp, tokens] of events)
      await send(metering, id, usage({ event_id, timestamp, payload: { model: 'm', tokens } }));
    const { status, body } = await send(metering, id, back('c'));
    expect([status, body.data.value]).toEqual([200, left]);
    expect((await total(metering, id)).value).toBe(left);
    for (const query of [
      '?groupBy=model',
      '?from=2026-11-10T00:00:00.000001Z',
      '?windowSize=DAY&from=2026-11-10T00:00:00Z&to=2026-11-11T00:00:00Z',
    ]) {
      expect([query, (await total(metering, id, query)).value]).toEqual([query, left]);
    }
    expect((await metering.call('GET', `/public/v1/meter/${id}/events/c`)).body.data).toMatchObject({
      counted: false,
      reason: 'reversed',
    });
  });

  test('twice gets 409; an unknown event or a retraction as the target gets 400', async () => {
    const id = await meterOf(metering);
    await send(metering, id, usage({ event_id: 'a' }));
    const retraction = back('a', { event_id: 'r' });
    expect((await send(metering, id, retraction)).status).toBe(200);
    expect((await send(metering, id, retraction)).body.error).toMatchObject({
      code: 'duplicate_event',
      identical: true,
    });
    expect((await send(metering, id, back('a'))).body.error.code).toBe('already_reversed');
    expect((await send(metering, id, back('nothing'))).body.error).toMatchObject({
      code: 'unknown_target',
      param: 'reverses',
    });
    expect((await send(metering, id, back('r'))).body.error.code).toBe('not_reversible');
    expect((await total(metering, id)).value).toBe('0');
  });

  test('by many callers at once succeeds for one of them', async () => {
    for (const aggregation_type of ['sum', 'max']) {
      const id = await meterOf(metering, { aggregation_type });
      for (let round = 0; round < 25; round++) {
        await send(metering, id, usage({ event_id: `t${round}`, payload: { tokens: 100 + round } }));
        await send(metering, id, usage({ event_id: `stay${round}`, payload: { tokens: 1 } }));
        const answers = await Promise.all([0, 1, 2, 3].map(() => send(metering, id, back(`t${round}`))));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      }
      expect((await total(metering, id)).value).toBe(aggregation_type === 'sum' ? '25' : '1');
    }
  });

  test('works while other events arrive in the same quarter of an hour', async () => {
    const id = await meterOf(metering, { aggregation_type: 'max' });
    for (let n = 0; n < 40; n++) await send(metering, id, usage({ event_id: `x${n}`, payload: { tokens: 1_000 + n } }));
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await Promise.all([send(metering, id, back(`x${n}`)), send(metering, id, usage({ payload: { tokens: n } }))]);
      }),
    );
    expect((await total(metering, id)).value).toBe('39');
    expect((await total(metering, id, '?from=2026-11-01T00:00:00.000001Z')).value).toBe('39');
  });
});

describe('usage after the close of its period', () => {
  async function oldMeter(aggregation_type: string): Promise<string> {
    const id = await meterOf(metering, { aggregation_type });
    await metering.pool.query("UPDATE meter SET created_at = '2026-01-01Z', revision = revision + 1 WHERE id = $1", [
      id,
    ]);
    return id;
  }
  const LATE = { timestamp: '2026-03-05T00:00:00Z' };

  test('is kept as an adjustment: the closed value stays, the adjusted value includes it', async () => {
    for (const [type, adjusted] of [
      ['sum', '10'],
      ['max', '10'],
      ['count', '1'],
      ['latest', '10'],
    ] as const) {
      const id = await oldMeter(type);
      const { body } = await send(metering, id, usage(LATE));
      expect(body.data).toMatchObject({ counted: true, late: true });
      const row = await total(metering, id, '?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z');
      expect(row).toMatchObject({ value: type === 'sum' || type === 'count' ? '0' : null, adjustedValue: adjusted });
    }
  });

  test('a retraction after the close changes only the adjusted value', async () => {
    const id = await meterOf(metering, { aggregation_type: 'max' });
    for (const [event_id, tokens] of [
      ['low', 3],
      ['high', 8],
    ] as const)
      await send(metering, id, usage({ ...LATE, event_id, payload: { tokens } }));
    // Now March is a closed period of the meter: earlier events were on time.
    await metering.pool.query("UPDATE meter SET created_at = '2026-01-01Z', revision = revision + 1 WHERE id = $1", [
      id,
    ]);
    // An event of another period makes the service reload the changed meter.
    await send(metering, id, usage());
    expect((await send(metering, id, back('high'))).status).toBe(200);
    for (const range of [
      '?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z',
      '?from=2026-03-05T00:00:00Z&to=2026-03-05T00:10:00Z',
    ]) {
      expect([range, await total(metering, id, range)]).toEqual([
        range,
        expect.objectContaining({ value: '8', adjustedValue: '3' }),
      ]);
    }
  });

  test('for a month before the meter existed is an import, not late', async () => {
    const id = await meterOf(metering);
    expect((await send(metering, id, usage({ timestamp: '2023-11-16T18:17:03.9799600Z' }))).body.data.late).toBe(false);
  });
});
