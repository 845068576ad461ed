import { expect, test } from '@jest/globals';
import { RecentFacts } from '../src/events/usage-fact.ts';
import { usageReader } from '../src/events/usage-reader.ts';
import { startMeteringForTest } from './harness.ts';
import { meterOf, send, usage } from './usage-event.ts';

const STORED = 100_000;
const COLUMNS =
  'seq, occurred_at, account_no, meter_no, version, verdict, removal, late, digest, value, event_id, payload';

/** PostgreSQL plans a prepared statement for any parameters from its sixth execution on. */
test('each event that is not in memory costs one look-up, also after a statement has run many times', async () => {
  const metering = await startMeteringForTest();
  await send(metering, await meterOf(metering), usage());
  const client = await metering.pool.connect();
  try {
    await client.query(
      `INSERT INTO usage_event (${COLUMNS})
      SELECT 10000000 + n, occurred_at, account_no, meter_no, version, verdict, removal, late, md5(n::text)::uuid,
        value, event_id, payload
      FROM usage_event, generate_series(1, ${STORED}) AS n`,
    );
    const { rows } = await client.query<{ account_no: number; digest: string }>(
      `SELECT account_no, replace(digest::text, '-', '') AS digest FROM usage_event
      WHERE seq > ${10_000_000 + STORED - 500}`,
    );
    const digests = Buffer.from(rows.map(({ digest }) => digest.slice(0, 12)).join(''), 'hex').toString('base64');
    const body = JSON.stringify([10_000_000, 10_000_000 + STORED, 0, null, { [rows[0]!.account_no]: digests }]);
    for (let n = 0; n < 10; n++) {
      await usageReader(client as never, new RecentFacts())([body]);
    }
    const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE "read-usage-by-digest" ('{1}', '{00000000-0000-0000-0000-000000000000}',
        '{00000000-0000-ffff-ffff-ffffffffffff}', '{0}', '{1}')`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index Scan (?:using|on) usage_event_pkey/);
    expect(text).not.toMatch(/Seq Scan on usage_event/);
  } finally {
    client.release();
    await metering.stop();
  }
}, 120_000);
