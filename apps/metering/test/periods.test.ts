import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { closePeriods } from '../src/periods/close-periods.ts';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';

const DAY_MS = 86_400_000;
/**
 * So long that the service's own loop, with the real clock, does not close last month. The tests close it at a chosen
 * time.
 */
const GRACE_HOURS = 31 * 24;
const graceMs = GRACE_HOURS * 3_600_000;
/** The first moment of the month that is `back` months before this month. */
const month = (back: number) => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - back, 1));
/** The time at which last month can be closed: its grace has passed. */
const closable = () => new Date(month(0).getTime() + graceMs);

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest({ PERIOD_GRACE_HOURS: String(GRACE_HOURS) });
});
afterAll(() => metering.stop());

/** A meter with a creation time that makes the last three months its periods. */
async function oldMeter(id: string, aggregation_type = 'sum'): Promise<void> {
  await metering.call('POST', '/public/v1/meter', { id, name: id, aggregation_type, aggregation_field: 'n' });
  await metering.pool.query(
    "UPDATE meter SET created_at = created_at - interval '150 days', revision = revision + 1 WHERE id = $1",
    [id],
  );
}

/**
 * Usage that arrived while its period was open. That time is past, so this writes the row of the accepting statement.
 */
async function openUsage(
  id: string,
  start: Date,
  { events, value }: { events: number; value: string | null },
): Promise<void> {
  await metering.pool.query(
    `
    INSERT INTO usage_rollup (account_no, meter_no, grain, start, late, groups, kind, events, value)
    SELECT account_no, meter_no, 0, $2, false, '', aggregation_type, $3, $4 FROM meter WHERE id = $1`,
    [id, start, events, value],
  );
}

async function snapshots(id: string): Promise<{ start: string; events: string; value: string | null }[]> {
  const { rows } = await metering.pool.query<{ start: Date; events: string; value: string | null }>(
    `
    SELECT start, events, value::text FROM usage_period JOIN meter USING (account_no, meter_no)
    WHERE id = $1 ORDER BY start`,
    [id],
  );
  return rows.map((row) => ({ ...row, start: row.start.toISOString() }));
}

const closings = async (id: string) =>
  (await metering.published(id)).filter((event) => event.type === 'meter.period.closed');
const send = (id: string, event_id: string, at: Date, n: number) =>
  metering.call('POST', `/public/v1/meter/${id}/event`, {
    operation: 'ADD',
    event_id,
    timestamp: at.toISOString(),
    payload: { n },
  });

test('five concurrent closers close a period once, with one event, and not before its grace ends', async () => {
  for (let n = 0; n < 20; n++) {
    await oldMeter(`c${n}`);
    await openUsage(`c${n}`, month(1), { events: 3, value: `${n}.5` });
    await openUsage(`c${n}`, month(0), { events: 1, value: '1' });
  }
  expect((await closePeriods(metering.pool, { graceMs, now: new Date(closable().getTime() - 1) })).closed).toBe(0);
  const results = await Promise.all(
    Array.from({ length: 5 }, () => closePeriods(metering.pool, { graceMs, now: closable() })),
  );
  expect(results.reduce((sum, result) => sum + result.closed, 0)).toBe(20);
  for (let n = 0; n < 20; n++) {
    expect(await snapshots(`c${n}`)).toEqual([{ start: month(1).toISOString(), events: '3', value: `${n}.5` }]);
    expect((await closings(`c${n}`)).map((event) => event.data)).toEqual([
      {
        meter_id: `c${n}`,
        period_start: month(1).toISOString().replace('Z', '000Z'),
        period_end: month(0).toISOString().replace('Z', '000Z'),
        value: `${n}.5`,
        billable: `${n}.5`,
        events: 3,
      },
    ]);
  }
  expect((await closePeriods(metering.pool, { graceMs, now: closable() })).closed).toBe(0);
});

test('the insert prevents a second close even when the mark is missing', async () => {
  await oldMeter('unmarked');
  await openUsage('unmarked', month(1), { events: 1, value: '1' });
  await closePeriods(metering.pool, { graceMs, now: closable() });
  await metering.pool.query(
    `UPDATE usage_rollup SET settled = false, value = 99
    WHERE meter_no = (SELECT meter_no FROM meter WHERE id = 'unmarked')`,
  );
  expect((await closePeriods(metering.pool, { graceMs, now: closable() })).closed).toBe(0);
  expect(await snapshots('unmarked')).toMatchObject([{ value: '1' }]);
  expect(await closings('unmarked')).toHaveLength(1);
});

test('the billable value is never negative, and 0 for no value', async () => {
  await oldMeter('negative');
  await openUsage('negative', month(1), { events: -1, value: '-2.50' });
  await oldMeter('empty', 'max');
  await openUsage('empty', month(1), { events: 0, value: null });
  await closePeriods(metering.pool, { graceMs, now: closable() });
  expect((await closings('negative'))[0]?.data).toMatchObject({ value: '-2.5', billable: '0', events: -1 });
  expect((await closings('empty'))[0]?.data).toMatchObject({ value: null, billable: '0', events: 0 });
});

test('usage after the close is late, and the closed snapshot does not change', async () => {
  await oldMeter('late');
  await openUsage('late', month(3), { events: 2, value: '20' });
  await closePeriods(metering.pool, { graceMs, now: new Date() });
  const closed = await snapshots('late');
  expect(closed).toEqual([{ start: month(3).toISOString(), events: '2', value: '20' }]);
  const { body } = await send('late', 'late-1', new Date(month(3).getTime() + DAY_MS), 5);
  expect(body.data).toMatchObject({ counted: true, late: true, value: '5' });
  expect((await closePeriods(metering.pool, { graceMs, now: new Date() })).closed).toBe(0);
  expect(await snapshots('late')).toEqual(closed);
  const { rows } = await metering.pool.query(
    `SELECT late, value::text FROM usage_rollup JOIN meter USING (account_no, meter_no)
    WHERE id = 'late' AND grain = 0 ORDER BY late`,
  );
  expect(rows).toEqual([
    { late: false, value: '20' },
    { late: true, value: '5' },
  ]);
});

test('the state of the period decides what is late, whatever the clocks say', async () => {
  await oldMeter('state');
  const [last, late] = [new Date(month(1).getTime() + DAY_MS), { late: true }];
  expect((await send('state', 'on-time', last, 5)).body.data).toMatchObject({ late: false, value: '5' });
  // A process whose clock is far ahead closes last month, which is open by the clock of the service.
  await closePeriods(metering.pool, { graceMs, now: closable() });
  expect(await closings('state')).toMatchObject([{ data: { value: '5' } }]);
  expect((await send('state', 'after', last, 7)).body.data).toMatchObject(late);
  const back = { operation: 'REMOVE', event_id: 'back', timestamp: last.toISOString(), reverses: 'on-time' };
  expect((await metering.call('POST', '/public/v1/meter/state/event', back)).body.data).toMatchObject(late);
  const { body } = await metering.call(
    'GET',
    `/public/v1/meter/state/query?from=${month(1).toISOString()}&to=${month(0).toISOString()}`,
  );
  expect(body.data).toMatchObject([{ value: '5', adjustedValue: '7' }]);

  // The grace of this month is over by the clock of the service, but the month is not closed yet.
  await oldMeter('behind');
  await openUsage('behind', month(3), { events: 1, value: '1' });
  expect((await send('behind', 'b', new Date(month(3).getTime() + DAY_MS), 2)).body.data).toMatchObject({
    late: false,
    value: '3',
  });
  await closePeriods(metering.pool, { graceMs, now: new Date() });
  expect(await snapshots('behind')).toMatchObject([{ value: '3' }]);
});

test.each(['sum', 'max'])(
  'a %s total is closed once: usage and retractions that race with it are in or late',
  async (type) => {
    const id = `race-${type}`;
    await oldMeter(id, type);
    await send(id, 'first', new Date(month(1).getTime() + DAY_MS), 1);
    let isClosed = false;
    const sender = async (name: number): Promise<void> => {
      for (let n = 0; !isClosed || n % 10 !== 0; n++) {
        const at = new Date(month(1).getTime() + DAY_MS + n);
        await send(id, `${name}-${n}`, at, 1 + n);
        const back = {
          operation: 'REMOVE',
          event_id: `b${name}-${n}`,
          timestamp: at.toISOString(),
          reverses: `${name}-${n}`,
        };
        if (n % 3 === 0) await metering.call('POST', `/public/v1/meter/${id}/event`, back);
      }
    };
    const senders = Promise.all(Array.from({ length: 8 }, (_, name) => sender(name)));
    // A busy row is skipped by a round, so the rounds go on until one has closed it.
    await eventually(
      async () => {
        await closePeriods(metering.pool, { graceMs, now: closable() });
        expect(await snapshots(id)).toHaveLength(1);
      },
      { what: 'the close' },
    );
    const [closed] = await snapshots(id);
    isClosed = true;
    await senders;
    const { body } = await metering.call(
      'GET',
      `/public/v1/meter/${id}/query?from=${month(1).toISOString()}&to=${month(0).toISOString()}`,
    );
    expect(body.data[0].value).toBe(closed?.value);
    expect(await snapshots(id)).toEqual([closed]);
  },
);

test('a month that ended before its meter existed never closes, and usage for it is an import', async () => {
  await metering.call('POST', '/public/v1/meter', {
    id: 'import',
    name: 'i',
    aggregation_type: 'sum',
    aggregation_field: 'n',
  });
  const at = new Date(month(2).getTime() + DAY_MS);
  expect((await send('import', 'i1', at, 1)).body.data).toMatchObject({ late: false, value: '1' });
  await closePeriods(metering.pool, { graceMs, now: new Date() });
  expect((await send('import', 'i2', at, 2)).body.data).toMatchObject({ late: false, value: '3' });
  await closePeriods(metering.pool, { graceMs, now: new Date() });
  expect([await snapshots('import'), await closings('import')]).toEqual([[], []]);
});

test('more open months than one statement handles are closed in one round', async () => {
  await oldMeter('many');
  await metering.pool.query(`
    INSERT INTO meter (account_no, id, store_id, mode, name, active, aggregation_type, created_at)
    SELECT account_no, 'many-' || n, store_id, mode, name, true, 'count', created_at
    FROM meter, generate_series(1, 1200) n WHERE id = 'many'`);
  await metering.pool.query(
    `
    INSERT INTO usage_rollup (account_no, meter_no, grain, start, late, groups, kind, events, value)
    SELECT account_no, meter_no, 0, $1, false, '', 'count', 7, 7 FROM meter WHERE id LIKE 'many-%'`,
    [month(1)],
  );
  expect((await closePeriods(metering.pool, { graceMs, now: closable() })).closed).toBe(1200);
  const published = (await metering.published()).filter(
    (event) => event.type === 'meter.period.closed' && event.subject.startsWith('many-'),
  );
  expect(new Set(published.map((event) => event.subject)).size).toBe(1200);
  expect(published).toHaveLength(1200);
});

test('the running service closes periods without a call', async () => {
  const other = await startMeteringForTest();
  try {
    await other.call('POST', '/public/v1/meter', { id: 'self', name: 's', aggregation_type: 'count' });
    await other.pool.query("UPDATE meter SET created_at = created_at - interval '1 year'");
    await other.pool.query(
      `INSERT INTO usage_rollup (account_no, meter_no, grain, start, late, groups, kind, events, value)
      SELECT account_no, meter_no, 0, $1, false, '', 'count', 1, 1 FROM meter`,
      [month(3)],
    );
    await eventually(
      async () => {
        expect((await other.pool.query('SELECT 1 FROM usage_period')).rowCount).toBe(1);
      },
      { what: 'the period loop' },
    );
  } finally {
    await other.stop();
  }
});
