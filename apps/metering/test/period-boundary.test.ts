import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { meterOf, send, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest({ PERIOD_GRACE_HOURS: '1' });
});
afterAll(() => metering.stop());

const MARCH_END = '2025-03-31T23:59:59.999999Z';
const APRIL_START = '2025-04-01T00:00:00Z';

test.each(['max', 'latest'])(
  'a %s meter starts again at each period, also with late and reversed events',
  async (aggregation_type) => {
    const id = await meterOf(metering, { aggregation_type });
    const add = async (event_id: string, timestamp: string, tokens: number): Promise<Json> =>
      (await send(metering, id, usage({ event_id, timestamp, payload: { tokens } }))).body.data;
    const back = async (reverses: string): Promise<Json> =>
      (await send(metering, id, usage({ operation: 'REMOVE', reverses, payload: undefined }))).body.data;
    const months = async (): Promise<unknown[]> =>
      (
        await metering.call(
          'GET',
          `/public/v1/meter/${id}/query?windowSize=MONTH&from=2025-03-01T00:00:00Z&to=2025-06-01T00:00:00Z`,
        )
      ).body.data.map(({ value, billable, adjustedValue }: Json) => [value, billable, adjustedValue]);

    expect(await add('march', '2025-03-31T23:59:59Z', 90)).toMatchObject({ value: '90' });
    expect(await add('april', APRIL_START, 5)).toMatchObject({ value: '5' });
    expect(await months()).toEqual([
      ['90', '90', undefined],
      ['5', '5', undefined],
      [null, '0', undefined],
    ]);
    // Without its only event, April does not fall back to the value of March.
    expect(await back('april')).toMatchObject({ value: null });
    expect(await months()).toEqual([
      ['90', '90', undefined],
      [null, '0', undefined],
      [null, '0', undefined],
    ]);
    expect(await add('april-2', APRIL_START, 7)).toMatchObject({ value: '7' });

    // Now both months are closed periods of the meter. An event of another period makes the service reload the meter.
    await metering.pool.query("UPDATE meter SET created_at = '2024-01-01Z', revision = revision + 1 WHERE id = $1", [
      id,
    ]);
    await add('reload', '2026-11-01T00:00:00Z', 1);
    expect(await add('march-late', MARCH_END, 95)).toMatchObject({ late: true, value: '95' });
    expect((await months()).slice(0, 2)).toEqual([
      ['90', '90', '95'],
      ['7', '7', undefined],
    ]);
    expect(await back('april-2')).toMatchObject({ late: true, value: null });
    expect(await back('march-late')).toMatchObject({ late: true, value: '90' });
    expect(await months()).toEqual([
      ['90', '90', undefined],
      ['7', '7', null],
      [null, '0', undefined],
    ]);
    expect(await back('march')).toMatchObject({ late: true, value: null });
    expect((await months())[0]).toEqual(['90', '90', null]);
  },
);
