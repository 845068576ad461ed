import { test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { ENDPOINTS, startWebhooksForTest } from './zz-harness.ts';

test('scale', async () => {
  const webhooks = await startWebhooksForTest();
  const { pool } = webhooks;
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await webhooks.endpoint(`/x${n}`)).id as string);
  await webhooks.service.stop();
  await pool.query('SET synchronous_commit = off');
  for (let d = 30; d >= 2; d--) for (const t of ['event', 'delivery', 'attempt']) {
    const day = new Date(Date.now() - d * 86400000).toISOString().slice(0, 10);
    await pool.query(`CREATE TABLE ${t}_${day.replaceAll('-', '')} PARTITION OF ${t} FOR VALUES FROM ('${day}') TO ('${day}'::date + 1)`);
  }
  const o = webhooks.owner;
  const client = await pool.connect();
  const log = (m: string): void => writeFileSync('/tmp/mgmt/scale.log', `${m}\n`, { flag: 'a' });
  for (let c = 0; c < 10; c++) {
    await client.query(`INSERT INTO event (day, id, account_id, store_id, mode, type, key, at, body)
      SELECT at::date, gen_random_uuid(), $1, $2, 'stage', CASE WHEN n % 10000 = 0 THEN 'plan.created' ELSE 'meter.created' END, 'k' || n % 100, at, '{"id":"' || repeat('x', 200) || '"}'
      FROM (SELECT n, now() - interval '30 days' + n * interval '2.5 seconds' AS at FROM generate_series(${c * 100000 + 1}, ${c * 100000 + 100000}) n) g`, [o.accountId, o.storeId]);
    log(`events ${c}`);
  }
  for (let e = 1; e <= 5; e++) {
    await client.query(`INSERT INTO delivery (day, endpoint_no, sequence, event_id, created_at) SELECT day, $1, row_number() OVER (ORDER BY at), id, at FROM event`, [e]);
    await client.query(`INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, status) SELECT day, endpoint_no, sequence, 1, 'first', created_at, 5, 'delivered', 200 FROM delivery WHERE endpoint_no = $1`, [e]);
    log(`deliveries ${e}`);
  }
  await client.query('UPDATE endpoint_head SET sequence = 1000000, granted = 1000000'); await client.query('UPDATE endpoint_tail SET settled = 1000000');
  client.release();
  const [{ rows: [db] }] = [await pool.query('select current_database() as name')];
  writeFileSync('/tmp/mgmt/scale.json', JSON.stringify({ db: db.name, ids, env: webhooks.environment, owner: o }));
  for (const analysed of [false, true]) {
    if (analysed) { await pool.query('ANALYZE'); }
    const service = await webhooks.another();
    const url = service.url;
    const { Sealer } = await import('@qafila/auth/seal'); void Sealer;
    log(`--- analysed ${analysed} ${url}`);
    const id = ids[2];
    const paths: [string, string, unknown?][] = [
      ['GET', '/deliveries'], ['GET', '/deliveries?limit=500'], ['GET', '/deliveries?status=pending'], ['GET', '/deliveries?status=dead'], ['GET', '/deliveries?status=delivered'],
      ['GET', '/deliveries?event_type=plan.created&limit=5'], ['GET', '/deliveries?event_type=plan.updated'],
      ['GET', `/deliveries?from=${new Date(Date.now() - 20 * 86400000).toISOString()}&to=${new Date(Date.now() - 19.9 * 86400000).toISOString()}`],
      ['GET', '/deliveries/500000'], ['GET', '/events?after=500000&limit=500'], ['GET', '/events'], ['POST', '/deliveries/400000/resend'], ['GET', '/dead-letters'],
      ['POST', '/replays', { from: '2026-01-01', to: '2027-01-01', dry_run: true }],
      ['POST', '/replays', { from: new Date(Date.now() - 20 * 86400000).toISOString(), to: new Date(Date.now() - 19 * 86400000).toISOString(), dry_run: true }],
      ['POST', '/replays', { from: '2026-01-01', to: '2027-01-01', dry_run: true, status: 'missing' }],
      ['POST', '/replays', { from: '2026-01-01', to: '2027-01-01', dry_run: true, status: 'failed' }],
      ['POST', '/dead-letters/redrive', { dry_run: true }], ['GET', ''],
    ];
    const { rows: [ev] } = await pool.query<{ event_id: string }>('SELECT event_id FROM delivery WHERE endpoint_no = 3 AND sequence = 333333');
    paths.push(['GET', `/deliveries?webhook_id=${ev?.event_id}`]);
    for (const [method, path, body] of paths) for (let times = 0; times < 2; times++) {
      const t = performance.now();
      const { status, text } = await webhooks.callAt(url, method, `${ENDPOINTS}/${id}${path}`, body);
      log(`${(performance.now() - t).toFixed(0)} ms ${status} ${method} ${path} ${JSON.stringify(body ?? '')} ${text.length} ${text.length < 400 ? text : ''}`);
    }
    if (!analysed) await service.stop();
  }
  await webhooks.stop();
}, 900_000);
