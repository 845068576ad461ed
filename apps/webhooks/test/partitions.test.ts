import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import { eventually } from '@qafila/testing/wait';
import { BodyMemory } from '../src/delivery/body-memory.ts';
import { EndpointQueue } from '../src/delivery/endpoint-queue.ts';
import { NEW_HEALTH } from '../src/delivery/health-state.ts';
import type { DeliveryResult, Disposition } from '../src/delivery/job.ts';
import { Recorder } from '../src/delivery/recorder.ts';
import { fanOut } from '../src/fanout/fan-out.ts';
import { readEvent } from '../src/fanout/read-event.ts';
import { startWebhooks } from '../src/start.ts';
import { startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.05,0.05,0.05' });
});
afterAll(() => webhooks.stop());

/** Another process: it shares only the database with the others. */
const process = (): Promise<RunningService> =>
  startWebhooks(webhooks.environment, new EmbeddedBus(createLogger('test', 'silent')));
const shares = async (): Promise<number[]> =>
  (
    await webhooks.pool.query<{ count: number }>(
      `
        SELECT count(*)::int AS count FROM lane
          WHERE owner IS NOT NULL AND expires_at > now() GROUP BY owner ORDER BY 1`,
    )
  ).rows.map(({ count }) => count);
const made = (count: number, more: object = {}): ReturnType<typeof cloudEvent>[] =>
  Array.from({ length: count }, () =>
    cloudEvent({
      source: '/qafila/metering',
      type: 'meter.created',
      subject: 'tokens',
      owner: webhooks.owner,
      data: { id: 'tokens' },
      ...more,
    }),
  );

/** Records which partitions get a new owner although the last one has not released them. */
const watchExpiries = (): Promise<unknown> =>
  webhooks.pool.query(`
    CREATE TABLE expired_lease (lane smallint);
    CREATE FUNCTION lease_expired() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO expired_lease VALUES (new.lane); RETURN new; END $$;
    CREATE TRIGGER lease_expired BEFORE UPDATE ON lane FOR EACH ROW
      WHEN (old.owner IS NOT NULL AND new.epoch > old.epoch) EXECUTE FUNCTION lease_expired()`);

/**
 * Each event came once, under its own sequence, and its one attempt is in the log. A process that gets no processor for
 * longer than its leases loses them: on such a machine what was under way comes again, and the log says so.
 */
async function expectEachOnce(path: string, ids: string[]): Promise<void> {
  const { rows: log } = await webhooks.pool.query<{ sequence: number; attempts: string[]; expired: boolean }>(
    `SELECT a.sequence::int, array_agg(a.outcome ORDER BY a.attempt) AS attempts,
        bool_or(l.lane IN (SELECT lane FROM expired_lease)) AS expired
      FROM attempt a JOIN endpoint USING (endpoint_no) JOIN endpoint_head l USING (endpoint_no)
      WHERE url LIKE '%' || $1 GROUP BY 1 ORDER BY 1`,
    [path],
  );
  const isInterrupted = ({ expired, attempts }: (typeof log)[number]): boolean => expired && attempts.length > 1;
  const interrupted = new Set(log.filter(isInterrupted).map(({ sequence }) => sequence));
  expect(log.filter((row) => !isInterrupted(row)).map(({ sequence, attempts }) => [sequence, ...attempts])).toEqual(
    ids.map((_, index) => [index + 1, 'delivered']).filter(([sequence]) => !interrupted.has(sequence as number)),
  );
  const received = webhooks.sink.at(path).map(({ headers }) => headers);
  const sequences = received.map((headers) => Number(headers['webhook-sequence'])).sort((a, b) => a - b);
  expect(
    sequences.filter((sequence, index) => !interrupted.has(sequence) || sequences[index - 1] !== sequence),
  ).toEqual(ids.map((_, index) => index + 1));
  expect(new Set(received.map((headers) => headers['webhook-id']))).toEqual(new Set(ids));
}

test('processes share the partitions evenly as they start and stop; nothing is lost or sent twice', async () => {
  const paths = Array.from({ length: 20 }, (_, index) => `/shared-${index}`);
  for (const path of paths) await webhooks.endpoint(path);
  await eventually(async () => expect(await shares()).toEqual([16]));
  await watchExpiries();
  const ids: string[] = [];
  let isOver = false;
  // Events all the time, so that partitions move with attempts under way and deliveries in memory.
  const publishing = (async () => {
    while (!isOver) {
      ids.push(...(await webhooks.publish({}, {}, {})));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  const others: RunningService[] = [];
  try {
    const second = await process();
    others.push(second);
    await eventually(async () => expect(await shares()).toEqual([8, 8]));
    others.push(await process());
    await eventually(async () => expect(await shares()).toEqual([4, 6, 6]));
    others.shift();
    await second.stop();
    await eventually(async () => expect(await shares()).toEqual([8, 8]));
    isOver = true;
    await publishing;
    await eventually(
      () => {
        for (const path of paths) expect(webhooks.sink.at(path).length).toBeGreaterThanOrEqual(ids.length);
      },
      { timeoutMs: 20_000 },
    );
    await eventually(async () => {
      for (const path of paths) await expectEachOnce(path, ids);
    });
  } finally {
    isOver = true;
    for (const other of others) await other.stop();
  }
  await eventually(async () => expect(await shares()).toEqual([16]));
}, 180_000);

test('a partition whose grants cannot be withdrawn is given away all the same', async () => {
  const paths = Array.from({ length: 20 }, (_, index) => `/kept-${index}`);
  for (const path of paths) await webhooks.endpoint(path);
  await webhooks.publish({});
  await eventually(() => {
    for (const path of paths) expect(webhooks.sink.at(path)).toHaveLength(1);
  });
  // Like a database session that ends at that moment: the grant cannot be withdrawn.
  await webhooks.pool.query(`
    CREATE FUNCTION refuse_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
    CREATE TRIGGER refuse_withdrawal BEFORE UPDATE ON endpoint_head FOR EACH ROW
      WHEN (NEW.granted < OLD.granted) EXECUTE FUNCTION refuse_withdrawal()`);
  const second = await process();
  await eventually(async () => expect(await shares()).toEqual([8, 8]));
  await webhooks.pool.query('DROP TRIGGER refuse_withdrawal ON endpoint_head');
  await webhooks.publish({});
  await eventually(
    () => {
      for (const path of paths) expect(webhooks.sink.at(path)).toHaveLength(2);
    },
    { timeoutMs: 20_000 },
  );
  await second.stop();
  await eventually(async () => expect(await shares()).toEqual([16]));
});

test('what a killed process may have sent is logged as interrupted and sent again; the rest is sent once', async () => {
  // The state when the process died: of nine deliveries one is settled and five more are granted. Of those, the second
  // was delivered and
  // logged, the third is in the retry table, claimed for its second attempt, and the fourth is a dead letter.
  const { id } = await webhooks.endpoint('/killed', { event_types: ['plan.created'] });
  await webhooks.service.stop();
  const events = made(9, { type: 'plan.created', subject: 'pro' });
  await fanOut(
    webhooks.pool,
    events.map((event) => readEvent(Buffer.from(JSON.stringify(event)))),
  );
  const {
    rows: [endpoint],
  } = await webhooks.pool.query<{ no: string; partition: number }>(
    'SELECT endpoint_no AS no, lane AS partition FROM endpoint JOIN endpoint_head USING (endpoint_no) WHERE id = $1',
    [id],
  );
  const { no, partition } = endpoint as { no: string; partition: number };
  const day = events[0]?.time.slice(0, 10);
  const {
    rows: [killed],
  } = await webhooks.pool.query<{ epoch: string }>(
    `
      UPDATE lane SET owner = 'killed', epoch = epoch + 1, expires_at = now() + interval '1 s'
        WHERE lane = $1 RETURNING epoch`,
    [partition],
  );
  await webhooks.pool.query(
    'UPDATE endpoint_head SET granted = 6, epoch = (SELECT epoch FROM lane WHERE lane = $2) WHERE endpoint_no = $1',
    [no, partition],
  );
  await webhooks.pool.query('UPDATE endpoint_tail SET settled = 1 WHERE endpoint_no = $1', [no]);
  await webhooks.pool.query(
    `INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, status)
    VALUES ($1, $2, 1, 1, 'first', now(), 5, 'delivered', 200), ($1, $2, 2, 1, 'first', now(), 5, 'delivered', 200),
      ($1, $2, 3, 1, 'first', now(), 5, 'failed', 500), ($1, $2, 4, 1, 'first', now(), 5, 'failed', 500)`,
    [day, no],
  );
  await webhooks.pool.query(
    `INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at, epoch)
    VALUES ($1, 3, $2, $3, 'pro', $4::smallint, 2, 1, 'retry', now(), (SELECT epoch FROM lane
      WHERE lane = $4::smallint))`,
    [no, day, events[2]?.id, partition],
  );
  await webhooks.pool.query(
    `
      INSERT INTO dead_letter (endpoint_no, sequence, day, event_id, key, attempts, reason)
        VALUES ($1, 4, $2, $3, 'pro', 1, 'exhausted')`,
    [no, day, events[3]?.id],
  );

  const successor = await process();
  try {
    await eventually(() => webhooks.sink.at('/killed').length >= 6);
    await eventually(async () => {
      const { rows } = await webhooks.pool.query<{ sequence: string; attempt: number; outcome: string }>(
        'SELECT sequence, attempt, outcome FROM attempt WHERE endpoint_no = $1 ORDER BY sequence, attempt',
        [no],
      );
      expect(rows.map((row) => `${row.sequence}.${row.attempt} ${row.outcome}`)).toEqual([
        '1.1 delivered',
        '2.1 delivered',
        '3.1 failed',
        '3.2 interrupted',
        '3.3 delivered',
        '4.1 failed',
        '5.1 interrupted',
        '5.2 delivered',
        '6.1 interrupted',
        '6.2 delivered',
        '7.1 delivered',
        '8.1 delivered',
        '9.1 delivered',
      ]);
    });
    // Recorded deliveries are not sent again, and dead letters stay.
    expect(
      webhooks.sink
        .at('/killed')
        .map(({ headers }) => Number(headers['webhook-sequence']))
        .sort(),
    ).toEqual([3, 5, 6, 7, 8, 9]);
    const readState = async (): Promise<unknown> =>
      (
        await webhooks.pool.query(
          `
            SELECT settled::int, (SELECT count(*)::int FROM retry
              WHERE endpoint_no = $1) AS retries, (SELECT count(*)::int FROM dead_letter
              WHERE endpoint_no = $1) AS dead FROM endpoint_tail WHERE endpoint_no = $1`,
          [no],
        )
      ).rows[0];
    expect(await readState()).toEqual({ settled: 9, retries: 0, dead: 1 });

    // The killed process was only frozen. Its late results go to the log and change nothing else.
    const frozen = new EndpointQueue({
      endpointNo: Number(no),
      partition,
      epoch: Number(killed?.epoch),
      memory: new BodyMemory(Infinity),
    });
    frozen.granted({ granted: 0, head: 0, settled: 100, behind: 100, nextSequence: 0, health: NEW_HEALTH });
    const recorder = new Recorder({
      pool: webhooks.pool,
      owner: 'killed',
      log: createLogger('test', 'silent'),
      onRecorded: () => {},
      onPublished: () => {},
    });
    const late = (sequence: number, status: number, disposition: Disposition): DeliveryResult => ({
      disposition,
      attempt: {
        startedAtMs: Date.now(),
        latencyMs: 9_000,
        outcome: status === 200 ? 'delivered' : 'failed',
        status,
        error: null,
        excerpt: 'late',
      },
      job: {
        endpointNo: Number(no),
        sequence,
        day: day as string,
        eventId: events[sequence - 1]?.id as string,
        type: 'plan.created',
        key: 'pro',
        body: Buffer.from('{}'),
        traceparent: null,
        priority: 'first',
        attempt: 1,
        scheduleStep: 0,
        scheduleAtMs: null,
        cause: 'first',
        isInMemory: false,
      },
    });
    recorder.add(frozen, late(5, 200, { kind: 'delivered' }));
    recorder.add(frozen, late(6, 500, { kind: 'retry', scheduleStep: 1, dueAtMs: Date.now() }));
    recorder.add(frozen, late(7, 500, { kind: 'dead', reason: 'endpoint_disabled' }));
    await recorder.flushed();
    const { rows: log } = await webhooks.pool.query<{
      sequence: string;
      attempt: number;
      outcome: string;
      status: number;
    }>(
      `
        SELECT sequence, attempt, outcome, status FROM attempt
          WHERE endpoint_no = $1 AND sequence BETWEEN 5 AND 7 ORDER BY sequence, attempt`,
      [no],
    );
    expect(log.map((row) => `${row.sequence}.${row.attempt} ${row.outcome} ${row.status}`)).toEqual([
      '5.1 delivered 200',
      '5.2 delivered 200',
      '6.1 failed 500',
      '6.2 delivered 200',
      '7.1 delivered 200',
    ]);
    expect(await readState()).toEqual({ settled: 9, retries: 0, dead: 1 });
  } finally {
    await successor.stop();
  }
});
