import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { httpCall } from '@qafila/testing/http-call';
import { LIMITS } from '../src/limits.ts';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf, send, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

const DAY = 'from=2026-11-10T00:00:00Z&to=2026-11-11T00:00:00Z';

test('ingestion and readiness do not wait behind readers', async () => {
  const id = await meterOf(metering, { group_by: ['model'] });
  await send(metering, id, usage());
  await metering.pool.query(
    `
    INSERT INTO usage_event
      (seq, occurred_at, account_no, meter_no, version, verdict, removal, late, digest, value, event_id, payload)
    SELECT n, timestamptz '2026-11-10T00:00Z' + n * interval '0.4 s', account_no, meter_no, 1, 0, false, false,
      md5(n::text)::uuid, 1, n::text, '{"model":"m' || n % 7 || '","tokens":1}'
    FROM meter, generate_series(1, 200000) AS n WHERE id = $1`,
    [id],
  );
  let finished = 0;
  const queries = Array.from({ length: 40 }, async () => {
    const answer = await metering.call('GET', `/public/v1/meter/${id}/query?windowSize=MINUTE&groupBy=model&${DAY}`);
    if (answer.status === 200) finished++;
    return answer.status;
  });
  await eventually(
    async () => {
      const { rows } = await metering.pool.query<{ reading: number }>(
        `SELECT count(*)::int AS reading FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND query LIKE '%window_start%'
          AND pid <> pg_backend_pid()`,
      );
      expect(rows[0]?.reading).toBeGreaterThanOrEqual(LIMITS.readersMax);
    },
    { what: 'readers on all their connections' },
  );
  const ready = await httpCall(`${metering.service.internalUrl}/health/ready`);
  expect([ready.status, (await send(metering, id, usage())).status]).toEqual([200, 200]);
  expect(finished).toBeLessThan(20);
  // A query that finds no free connection in time is refused.
  expect(new Set([200, 503, ...(await Promise.all(queries))])).toEqual(new Set([200, 503]));
});

test('a query that would read too many events one by one is refused before it reads them', async () => {
  const id = await meterOf(metering);
  await send(metering, id, usage());
  await metering.pool.query(
    'UPDATE usage_rollup r SET events = 6000000 FROM meter m WHERE m.meter_no = r.meter_no AND m.id = $1 AND grain = 2',
    [id],
  );
  const query = (parameters: string) => metering.call('GET', `/public/v1/meter/${id}/query?${parameters}`);
  for (const parameters of [`windowSize=MINUTE&${DAY}`, 'from=2026-11-10T10:01:00Z'])
    expect(await query(parameters)).toMatchObject({
      status: 400,
      body: { error: { code: 'too_many_events', param: 'windowSize' } },
    });
  for (const parameters of [`windowSize=HOUR&${DAY}`, DAY, '', 'from=2026-11-10T10:15:00Z'])
    expect([parameters, (await query(parameters)).status]).toEqual([parameters, 200]);
});
