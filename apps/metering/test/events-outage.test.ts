import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { startPostgres } from '@qafila/local/postgres';
import type { Postgres } from '@qafila/local/postgres';
import { eventually } from '@qafila/testing/wait';
import { startMeteringForTest } from './harness.ts';
import type { Answer, MeteringUnderTest } from './harness.ts';
import { meterOf, send, total, usage } from './usage-event.ts';

jest.setTimeout(180_000);
let dir: string;
let postgres: Postgres;
let metering: MeteringUnderTest;

const start = (port?: number): Promise<Postgres> =>
  startPostgres({ dataDir: join(dir, 'data'), user: 'admin', password: 'admin', port });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metering-outage-'));
  postgres = await start();
  metering = await startMeteringForTest({ DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await metering.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});

async function restart(): Promise<void> {
  const { port } = postgres;
  postgres = await start(port);
}

test('without a database every entry point asks for a retry, and afterwards no answered event is lost', async () => {
  const id = await meterOf(metering);
  const [before, during] = [usage(), usage()];
  expect((await send(metering, id, before)).status).toBe(200);
  await postgres.kill();
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => send(metering, id, during)),
    metering.call('POST', `/public/v1/meter/${id}/event/batch`, { events: [usage(), usage()] }),
    metering.call('POST', `/public/v1/meter/${id}/event/bulk`, { events: [usage()] }),
    send(metering, id, usage({ operation: 'REMOVE', reverses: before.event_id, payload: undefined })),
    metering.call('GET', `/public/v1/meter/${id}/query`),
    metering.call('GET', `/public/v1/meter/${id}/events`),
  ]);
  for (const { status, headers, body } of answers) {
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '1',
      expect.objectContaining({
        success: false,
        responseStatus: 'SERVICE_UNAVAILABLE',
        data: {},
        error: expect.objectContaining({ code: 'service_unavailable', type: 'api_error', retryable: true }),
      }),
    ]);
  }
  await restart();
  await eventually(
    async () => {
      expect((await send(metering, id, during)).status).not.toBe(503);
    },
    { what: 'the service to find its database' },
  );
  expect((await send(metering, id, before)).body.error).toMatchObject({ code: 'duplicate_event', identical: true });
  expect((await total(metering, id)).value).toBe('20');
});

test('after database crashes under load every 200 is stored, and other events can be sent again', async () => {
  const id = await meterOf(metering);
  const unanswered: Answer[] = [];
  const state = { done: 0 };
  const deliver = async (event: Record<string, unknown>): Promise<void> => {
    await eventually(
      async () => {
        const answer = await send(metering, id, event);
        if (answer.status === 503) unanswered.push(answer);
        // A 409 means that the first attempt was stored but its answer was lost: identical, and counted once.
        expect([200, 409]).toContain(answer.status);
        if (answer.status === 409) expect(answer.body.error.identical).toBe(true);
      },
      { timeoutMs: 60_000, intervalMs: 50, what: 'an answer' },
    );
    state.done++;
  };
  const senders = Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let n = 0; n < 60; n++) await deliver(usage({ payload: { tokens: 1 } }));
    }),
  );
  for (const share of [200, 700]) {
    await eventually(() => state.done >= share, { timeoutMs: 60_000, what: 'load' });
    await postgres.kill();
    await restart();
  }
  await senders;
  expect(unanswered.length).toBeGreaterThan(0);
  expect((await total(metering, id)).value).toBe('1200');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `
      SELECT (SELECT count(*)::int FROM metering.usage_event WHERE meter_no = m.meter_no) AS stored,
        (SELECT sum(value)::int FROM metering.usage_rollup WHERE meter_no = m.meter_no AND grain = 0) AS months,
        (SELECT sum(value)::int FROM metering.usage_rollup WHERE meter_no = m.meter_no AND grain = 1) AS days,
        (SELECT sum(events)::int FROM metering.usage_rollup WHERE meter_no = m.meter_no AND grain = 2) AS quarters
      FROM metering.meter m WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ stored: 1_200, months: 1_200, days: 1_200, quarters: 1_200 }]);
    // All of them are published to the bus.
    await eventually(
      async () => {
        const { rows: waiting } = await client.query(
          'SELECT count(*)::int AS n FROM metering.outbox WHERE published_at IS NULL',
        );
        expect(waiting).toEqual([{ n: 0 }]);
      },
      { timeoutMs: 60_000, what: 'the relay' },
    );
  } finally {
    await client.end();
  }
});
