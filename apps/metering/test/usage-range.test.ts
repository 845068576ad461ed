import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deleteQuarters, NEVER } from './delete-quarters.ts';
import { startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { meterOf, send, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest(NEVER);
});
afterAll(() => metering.stop());

async function query(id: string, parameters: string): Promise<Json> {
  const { status, body } = await metering.call('GET', `/public/v1/meter/${id}/query?${parameters}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

const [FIRST, LAST] = ['2026-10-30T21:07:00Z', '2026-11-02T03:14:59.999999Z'];
/** The quarters of an hour in which they lie. */
const SPAN = { from: '2026-10-30T21:00:00.000000Z', to: '2026-11-02T03:15:00.000000Z' };

test.each(['', 'windowSize=DAY', 'groupBy=model', 'windowSize=MONTH&windowTimeZone=Asia/Riyadh'])(
  'a query without bounds (%s) begins with the first usage and ends with the last',
  async (parameters) => {
    const id = await meterOf(metering, { group_by: ['model'] });
    for (const timestamp of [FIRST, LAST]) expect((await send(metering, id, usage({ timestamp }))).status).toBe(200);
    const { from, to, data } = await query(id, parameters);
    expect({ from, to }).toEqual(SPAN);
    expect(data.reduce((sum: number, row: Json) => sum + Number(row.value), 0)).toBe(20);
    // Also when retention has deleted the quarters of the first usage, or of all.
    for (const since of ['2026-11-01', '2026-12-01']) {
      await deleteQuarters(metering, since);
      expect(await query(id, parameters)).toMatchObject({ from, to, data });
    }
    await deleteQuarters(metering, null);
    if (parameters === '') expect(data[0]).toMatchObject({ windowStart: SPAN.from, windowEnd: SPAN.to });
  },
);

test.each(['', 'windowSize=DAY&'])(
  'a bound that is given stays, and the other is that of the usage (%s)',
  async (size) => {
    const id = await meterOf(metering);
    for (const timestamp of [FIRST, LAST]) await send(metering, id, usage({ timestamp }));
    const since = '2026-11-01T00:00:00.000001Z';
    expect(await query(id, `${size}from=${since}`)).toMatchObject({ from: since, to: SPAN.to });
    expect(await query(id, `${size}to=${since}`)).toMatchObject({ from: SPAN.from, to: since });
    // There is no usage in these ranges.
    const [early, late] = ['2026-10-01T00:00:00.000000Z', '2026-11-20T00:00:00.000000Z'];
    expect(await query(id, `${size}from=${late}`)).toMatchObject({ from: late, to: late });
    expect(await query(id, `${size}to=${early}`)).toMatchObject({ from: early, to: early });
  },
);

test('without any usage, the range is the present moment', async () => {
  const id = await meterOf(metering);
  const before = new Date().toISOString();
  for (const size of ['', 'windowSize=HOUR']) {
    const { from, to, data } = await query(id, size);
    expect(from).toBe(to);
    expect(from >= before).toBe(true);
    expect(data.map((row: Json) => row.value)).toEqual(size === '' ? ['0'] : []);
  }
});
