import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { createLogger } from '@qafila/runtime/log';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { inParallel, root, startPlatform } from './harness/platform.ts';
import type { Platform } from './harness/platform.ts';
import { totalsBy, usageTrace } from './harness/trace.ts';
import type { Totals } from './harness/trace.ts';

const MINUTES = 60_000;
const METERS = { requests: 'demo-requests', generated: 'demo-generated-tokens', max: 'demo-context-tokens-max', latest: 'demo-context-tokens-latest' } as const;

let trace: Awaited<ReturnType<typeof usageTrace>>;
beforeAll(async () => {
  trace = await usageTrace();
  process.stderr.write(`demo-usage: the ${trace.kind} trace, ${trace.rows.length} rows\n`);
});

async function totalsOf(platform: Platform, windowSize: string, stampLength: number): Promise<Map<string, Totals>> {
  const totals = new Map<string, Totals>();
  const from = trace.rows[0]?.stamp.slice(0, 10);
  for (const [column, id] of Object.entries(METERS)) {
    const { status, body } = await platform.call('GET', `/public/v1/meter/${id}/query?windowSize=${windowSize}&from=${from}T00:00:00Z&to=${from}T23:59:59.999999Z`);
    expect(status).toBe(200);
    for (const row of body.data) {
      if (row.value === null || row.value === '0') continue;
      const key = row.windowStart.slice(0, stampLength).replace('T', ' ');
      totals.set(key, { ...totals.get(key), [column]: row.value } as Totals);
    }
  }
  return totals;
}

async function expectFileTotals(platform: Platform): Promise<void> {
  for (const [windowSize, length] of [['MINUTE', 16], ['HOUR', 13], ['DAY', 10], ['MONTH', 7]] as const) {
    expect([windowSize, await totalsOf(platform, windowSize, length)]).toEqual([windowSize, totalsBy(trace.rows, length)]);
  }
}

function runDemo(platform: Platform): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'tools/demo-usage.mjs'), trace.path], { env: { ...process.env, DATA_DIR: platform.dataDir }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { output += chunk.toString(); });
    child.on('error', reject).on('exit', (code) => resolve({ code, output }));
  });
}

describe('the demo on one process', () => {
  let platform: Platform;
  beforeAll(async () => { platform = await startPlatform(); }, 3 * MINUTES);
  afterAll(() => platform?.stop());

  test('every row is metered and the totals are the file’s own to the last digit', async () => {
    const { code, output } = await runDemo(platform);
    expect([code, output]).toEqual([0, expect.stringContaining(`${trace.rows.length * 4} accepted, 0 received before`)]);
    const [day] = totalsBy(trace.rows, 10).values();
    expect(output).toMatch(new RegExp(`${day?.requests}\\s+${day?.generated}\\s+${day?.max}\\s+${day?.latest}`));
    await expectFileTotals(platform);
  }, 6 * MINUTES);

  test('sent again, every row is a 409 and nothing changes', async () => {
    const { code, output } = await runDemo(platform);
    expect([code, output]).toEqual([0, expect.stringContaining(`0 accepted, ${trace.rows.length * 4} received before`)]);
    await expectFileTotals(platform);
  }, 6 * MINUTES);

  test('times keep their microseconds', async () => {
    const first = trace.rows[0];
    const { body } = await platform.call('GET', `/public/v1/meter/${METERS.requests}/events?limit=500&from=${first?.stamp.slice(0, 10)}T00:00:00Z&to=${first?.stamp.slice(0, 19).replace(' ', 'T')}.999999Z`);
    expect(body.data.items.map((item: { timestamp: string }) => item.timestamp)).toContain(`${first?.stamp.slice(0, 26).replace(' ', 'T')}Z`);
  });
});

describeWithKafka('the same trace, part by HTTP and part by Kafka at once, with overlaps', (kafka) => {
  let platform: Platform;
  const bus = new KafkaBus({ brokers: [kafka.brokers], clientId: 'producer', prefix: kafka.topicPrefix, partitions: 6, replicationFactor: 1, createTopics: true }, createLogger('producer', 'silent'));
  beforeAll(async () => {
    platform = await startPlatform({ flags: ['--kafka'], environment: { KAFKA_BROKERS: kafka.brokers, KAFKA_PREFIX: kafka.topicPrefix } });
  }, 4 * MINUTES);
  afterAll(async () => {
    await bus.stop();
    await platform?.stop();
  }, 2 * MINUTES);

  test('gives the same totals', async () => {
    const types = { requests: 'count', generated: 'sum', max: 'max', latest: 'latest' } as const;
    for (const [column, id] of Object.entries(METERS)) {
      const field = column === 'requests' ? undefined : column === 'generated' ? 'generated_tokens' : 'context_tokens';
      const { status } = await platform.call('POST', '/public/v1/meter', { id, name: id, aggregation_type: types[column as keyof typeof types], aggregation_field: field, active: true });
      expect(status).toBe(201);
    }
    const run = randomUUID().slice(0, 8);
    const events = trace.rows.map((row, index) => ({
      operation: 'ADD', event_id: `${run}-${index}`, timestamp: `${row.stamp.replace(' ', 'T')}Z`,
      payload: { context_tokens: Number(row.context), generated_tokens: Number(row.generated) },
    }));
    const byHttp = events.slice(0, Math.floor(events.length * 0.6));
    const byKafka = events.slice(Math.floor(events.length * 0.4));
    await Promise.all([sendByHttp(platform, byHttp), sendByKafka(platform, byKafka)]);
    await eventually(() => expectFileTotals(platform), { timeoutMs: 3 * MINUTES, intervalMs: 1_000, what: 'the totals of the file' });
  }, 8 * MINUTES);

  async function sendByHttp(under: Platform, events: { event_id: string }[]): Promise<void> {
    const work = events.flatMap((event) => Object.values(METERS).map((id) => ({ event, id })));
    await inParallel(work, 64, async ({ event, id }) => {
      const { status } = await under.call('POST', `/public/v1/meter/${id}/event`, event);
      // The other door may have been first.
      expect([200, 409]).toContain(status);
    });
  }

  async function sendByKafka(under: Platform, events: { event_id: string }[]): Promise<void> {
    const { accountId, storeId } = under.merchant;
    const owner = { accountId, storeId, mode: 'stage' };
    for (let from = 0; from < events.length; from += 500) {
      await bus.publish(events.slice(from, from + 500).flatMap((data) => Object.values(METERS).map((subject) => ({
        topic: 'meter.ingest.v1', key: subject,
        value: JSON.stringify(cloudEvent({ source: '/test', type: METER_EVENT.usageReported, subject, owner, data })),
      }))));
    }
  }
});
