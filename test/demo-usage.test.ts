import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { createLogger } from '@qafila/runtime/log';
import { describeWithKafka } from '@qafila/testing/kafka';
import type { TestKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { inParallel, openPlatform, root } from './harness/platform.ts';
import type { SharedPlatform } from './harness/platform.ts';
import { totalsBy, usageTrace } from './harness/trace.ts';
import type { Totals } from './harness/trace.ts';

const MINUTES = 60_000;
const METERS = {
  requests: 'demo-requests',
  generated: 'demo-generated-tokens',
  max: 'demo-context-tokens-max',
  latest: 'demo-context-tokens-latest',
} as const;

let trace: Awaited<ReturnType<typeof usageTrace>>;
beforeAll(async () => {
  trace = await usageTrace();
  process.stderr.write(`demo-usage: the ${trace.kind} trace, ${trace.rows.length} rows\n`);
});

async function totalsOf(
  platform: SharedPlatform,
  windowSize: string,
  stampLength: number,
): Promise<Map<string, Totals>> {
  const totals = new Map<string, Totals>();
  const from = trace.rows[0]?.stamp.slice(0, 10);
  for (const [column, id] of Object.entries(METERS)) {
    const { status, body } = await platform.call(
      'GET',
      `/public/v1/meter/${id}/query?windowSize=${windowSize}&from=${from}T00:00:00Z&to=${from}T23:59:59.999999Z`,
    );
    expect(status).toBe(200);
    for (const row of body.data) {
      if (row.value === null || row.value === '0') continue;
      const key = row.windowStart.slice(0, stampLength).replace('T', ' ');
      totals.set(key, { ...totals.get(key), [column]: row.value } as Totals);
    }
  }
  return totals;
}

/** The length of the part of a timestamp that names its window. */
const WINDOWS = { MINUTE: 16, HOUR: 13, DAY: 10, MONTH: 7 } as const;

async function expectTotals(platform: SharedPlatform, windowSize: keyof typeof WINDOWS): Promise<void> {
  const length = WINDOWS[windowSize];
  expect([windowSize, await totalsOf(platform, windowSize, length)]).toEqual([
    windowSize,
    totalsBy(trace.rows, length),
  ]);
}

async function expectFileTotals(platform: SharedPlatform): Promise<void> {
  for (const windowSize of Object.keys(WINDOWS) as (keyof typeof WINDOWS)[]) await expectTotals(platform, windowSize);
}

function runDemo(platform: SharedPlatform): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'tools/demo-usage.mjs'), trace.path], {
      env: { ...process.env, DATA_DIR: platform.merchantDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.on('error', reject).on('exit', (code) => resolve({ code, output }));
  });
}

describe('the demo on one process', () => {
  let platform: SharedPlatform;
  beforeAll(async () => {
    platform = await openPlatform('one-process');
  }, 4 * MINUTES);

  test(
    'every row is metered and the totals equal those of the file to the last digit',
    async () => {
      const { code, output } = await runDemo(platform);
      expect([code, output]).toEqual([
        0,
        expect.stringContaining(`${trace.rows.length * 4} accepted, 0 received before`),
      ]);
      const [day] = totalsBy(trace.rows, 10).values();
      expect(output).toMatch(new RegExp(`${day?.requests}\\s+${day?.generated}\\s+${day?.max}\\s+${day?.latest}`));
      await expectFileTotals(platform);
    },
    6 * MINUTES,
  );

  test(
    'a second run gets 409 for every row and changes nothing',
    async () => {
      const { code, output } = await runDemo(platform);
      expect([code, output]).toEqual([
        0,
        expect.stringContaining(`0 accepted, ${trace.rows.length * 4} received before`),
      ]);
      await expectFileTotals(platform);
    },
    6 * MINUTES,
  );

  test('times keep their microseconds', async () => {
    const first = trace.rows[0];
    const [from, to] = [
      `${first?.stamp.slice(0, 10)}T00:00:00Z`,
      `${first?.stamp.slice(0, 19).replace(' ', 'T')}.999999Z`,
    ];
    const { body } = await platform.call(
      'GET',
      `/public/v1/meter/${METERS.requests}/events?limit=500&from=${from}&to=${to}`,
    );
    expect(body.data.items.map((item: { timestamp: string }) => item.timestamp)).toContain(
      `${first?.stamp.slice(0, 26).replace(' ', 'T')}Z`,
    );
  });
});

describeWithKafka('the same trace, sent by HTTP and Kafka at the same time with overlaps', () => {
  let platform: SharedPlatform;
  let bus: KafkaBus;
  beforeAll(async () => {
    platform = await openPlatform('kafka');
    const { brokers, topicPrefix } = platform.kafka as TestKafka;
    bus = new KafkaBus(
      {
        brokers: [brokers],
        clientId: 'producer',
        prefix: topicPrefix,
        partitions: 6,
        replicationFactor: 1,
        createTopics: true,
      },
      createLogger('producer', 'silent'),
    );
  }, 4 * MINUTES);
  afterAll(() => bus?.stop(), 2 * MINUTES);

  test(
    'gives the same totals',
    async () => {
      const aggregations = {
        requests: { aggregation_type: 'count' },
        generated: { aggregation_type: 'sum', aggregation_field: 'generated_tokens' },
        max: { aggregation_type: 'max', aggregation_field: 'context_tokens' },
        latest: { aggregation_type: 'latest', aggregation_field: 'context_tokens' },
      } as const;
      for (const [column, id] of Object.entries(METERS)) {
        const { status } = await platform.call('POST', '/public/v1/meter', {
          id,
          name: id,
          ...aggregations[column as keyof typeof aggregations],
          active: true,
        });
        expect(status).toBe(201);
      }
      const run = randomUUID().slice(0, 8);
      const events = trace.rows.map((row, index) => ({
        operation: 'ADD',
        event_id: `${run}-${index}`,
        timestamp: `${row.stamp.replace(' ', 'T')}Z`,
        payload: { context_tokens: Number(row.context), generated_tokens: Number(row.generated) },
      }));
      const byHttp = events.slice(0, Math.floor(events.length * 0.6));
      const byKafka = events.slice(Math.floor(events.length * 0.4));
      await Promise.all([sendByHttp(platform, byHttp), sendByKafka(platform, byKafka)]);
      // The day's totals are small; the others are as current.
      await eventually(() => expectTotals(platform, 'DAY'), {
        timeoutMs: 3 * MINUTES,
        intervalMs: 100,
        what: 'the totals of the file',
      });
      await expectFileTotals(platform);
    },
    8 * MINUTES,
  );

  async function sendByHttp(target: SharedPlatform, events: { event_id: string }[]): Promise<void> {
    const work = events.flatMap((event) => Object.values(METERS).map((id) => ({ event, id })));
    await inParallel(work, 64, async ({ event, id }) => {
      const { status } = await target.call('POST', `/public/v1/meter/${id}/event`, event);
      // The event may already have arrived by Kafka.
      expect([200, 409]).toContain(status);
    });
  }

  async function sendByKafka(target: SharedPlatform, events: { event_id: string }[]): Promise<void> {
    const { accountId, storeId } = target.merchant;
    const owner = { accountId, storeId, mode: 'stage' };
    for (let from = 0; from < events.length; from += 500) {
      await bus.publish(
        events.slice(from, from + 500).flatMap((data) =>
          Object.values(METERS).map((subject) => ({
            topic: 'meter.ingest.v1',
            key: subject,
            value: JSON.stringify(
              cloudEvent({ source: '/test', type: METER_EVENT.usageReported, subject, owner, data }),
            ),
          })),
        ),
      );
    }
  }
});
