import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Server } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { TOPICS } from '@qafila/contracts/topics';
import { freePorts } from '@qafila/local/free-port';
import { scratchDir } from '@qafila/local/scratch-dir';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';
import { KafkaBus } from '@qafila/messaging/kafka-bus';
import { createLogger } from '@qafila/runtime/log';
import { describeWithKafka } from '@qafila/testing/kafka';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { eventually } from '@qafila/testing/wait';
import { Merchant, processes, secretsOf, startIdentity, WEBHOOKS_MAIN } from './deployment.ts';
import { readRequests } from './facts.ts';

/** More than there are lanes: every lane has an endpoint, and hand-overs move endpoints with work in them. */
const ENDPOINTS = 20;
const EVENTS = 800;
const WAVES = 10;
const UNSETTLED = 'SELECT coalesce(sum(h.sequence - t.settled), 0)::int AS unsettled FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no)';

interface Dispatcher { service: Service; url: string; attempts(): Promise<number> }

describeWithKafka('dispatchers that share one database', (kafka) => {
  let dir: string;
  let database: TestDatabase;
  let pool: pg.Pool;
  let identity: Server;
  let sink: Service;
  let bus: KafkaBus;
  let sinkPort: number;
  let environment: Record<string, string>;
  let merchant: Merchant;
  const running = new Set<Dispatcher>();

  const dispatcher = async (name: string): Promise<Dispatcher> => {
    const [port, internal] = await freePorts(2) as [number, number];
    const service = await spawnService({
      name, args: [WEBHOOKS_MAIN], env: { ...environment, PORT: String(port), INTERNAL_PORT: String(internal) }, readyLine: 'service.ready',
    });
    const attempts = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${internal}/metrics`)).text();
      return text.split('\n').filter((line) => line.startsWith('webhooks_attempts_total{')).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    const one = { service, url: `http://127.0.0.1:${port}`, attempts };
    running.add(one);
    return one;
  };
  const stop = async (one: Dispatcher): Promise<void> => {
    running.delete(one);
    await one.service.stop();
  };

  beforeAll(async () => {
    [dir, database, identity, [sinkPort]] = await Promise.all([scratchDir('two'), createDatabase('two'), startIdentity(), freePorts(1) as Promise<[number]>]);
    const secrets = secretsOf(identity);
    environment = {
      ...secrets.environment, DATABASE_URL: database.url, KAFKA_BROKERS: kafka.brokers, KAFKA_PREFIX: kafka.topicPrefix, KAFKA_PARTITIONS: '2',
      WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.2,0.4,0.8,1,1,1,1,1,1,1,1',
    };
    const settings = { seed: 1, port: sinkPort, log: join(dir, 'sink'), lateMs: 0, repaired: join(dir, 'repaired') };
    sink = await spawnService({ name: 'sink', args: [processes('sink'), JSON.stringify(settings)], readyLine: 'sinking' });
    pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=webhooks -c timezone=UTC', max: 2 });
    bus = new KafkaBus({ brokers: [kafka.brokers], clientId: 'two', prefix: kafka.topicPrefix, partitions: 2, replicationFactor: 1, createTopics: true }, createLogger('test', 'silent'));
    merchant = new Merchant((await dispatcher('first')).url, secrets.sealer, 'main');
    for (let number = 1; number <= ENDPOINTS; number++) {
      // A third of them in order: hand-overs must keep that too.
      await merchant.createEndpoint(sinkPort, { path: `/half-${number}`, event_types: ['*'], concurrency_max: 4, ...(number % 3 === 0 && { ordering: 'key' }) });
    }
  }, 60_000);

  afterAll(async () => {
    for (const one of running) await one.service.stop();
    await Promise.all([sink?.stop(), bus?.stop(), pool?.end()]);
    await new Promise((resolve) => { identity.close(resolve); identity.closeAllConnections(); });
    await database?.drop();
    await rm(dir, { recursive: true, force: true });
  }, 60_000);

  const publishWave = async (wave: number): Promise<void> => {
    const owner = { accountId: 'acc', storeId: 'main', mode: 'stage' };
    const events = Array.from({ length: EVENTS / WAVES }, (_, index) => cloudEvent({
      id: `event-${wave}-${index}`, source: '/chaos', type: METER_EVENT.created, subject: `meter-${index % 7}`, owner, data: { id: `event-${wave}-${index}`, n: wave },
    }));
    await bus.publish(events.map((event) => ({ topic: TOPICS.meterEvents, key: event.subject, value: JSON.stringify(event) })));
  };

  test('no attempt is made twice, hand-overs lose and repeat nothing, and the work is shared', async () => {
    const [one] = [...running] as [Dispatcher];
    const two = await dispatcher('second');
    // Each has its half of the lanes before the work begins.
    await eventually(async () => {
      const { rows } = await pool.query<{ lanes: number }>('SELECT count(*)::int AS lanes FROM lane WHERE owner IS NOT NULL GROUP BY owner');
      expect(rows).toEqual([{ lanes: 8 }, { lanes: 8 }]);
    }, { timeoutMs: 30_000, what: 'lanes shared by two' });
    for (let wave = 0; wave < WAVES; wave++) await publishWave(wave);
    // Every endpoint has a backlog, and attempts under way, when its lane goes from hand to hand.
    const third = await dispatcher('third');
    await eventually(async () => expect(await third.attempts()).toBeGreaterThan(50), { timeoutMs: 20_000, what: 'work done by the third' });
    const { rows: [backlog] } = await pool.query<{ unsettled: number }>(UNSETTLED);
    expect(backlog?.unsettled).toBeGreaterThan(1_000);
    await stop(third);
    await eventually(async () => {
      const { rows: [left] } = await pool.query<{ made: number; waiting: number; unsettled: number }>(`
        SELECT (SELECT count(*)::int FROM delivery) AS made, (SELECT count(*)::int FROM retry) AS waiting,
          (${UNSETTLED})`);
      expect(left).toEqual({ made: EVENTS * ENDPOINTS, waiting: 0, unsettled: 0 });
    }, { timeoutMs: 90_000, intervalMs: 200, what: 'everything delivered' });
    const { rows } = await pool.query<{ path: string; id: string; outcome: string; status: number | null }>(`
      SELECT substring(url from '/half.*') AS path, event_id AS id, outcome, a.status
      FROM attempt a JOIN delivery d USING (endpoint_no, sequence, day) JOIN endpoint e USING (endpoint_no)`);
    const requests = await readRequests(join(dir, 'sink'));
    const shares = await Promise.all([one, two].map((each) => each.attempts()));
    process.stderr.write(`two-dispatchers: ${EVENTS * ENDPOINTS} deliveries, ${rows.length} attempts, ${requests.length} requests, ${rows.filter(({ outcome }) => outcome === 'interrupted').length} interrupted, shares ${shares.join(' and ')}\n`);
    // The log and the server agree about every delivery, attempt by attempt: nothing was sent that is not an attempt of its own.
    expect(requests.every(({ valid }) => valid)).toBe(true);
    expect(differences(rows, requests)).toEqual([]);
    expect(rows.filter(({ outcome }) => outcome === 'interrupted')).toEqual([]);
    const taken = requests.filter(({ status }) => status === 200);
    expect(taken.length).toBe(EVENTS * ENDPOINTS);
    expect(new Set(taken.map(({ path, id }) => `${path} ${id}`)).size).toBe(EVENTS * ENDPOINTS);
    for (const share of shares) expect(share).toBeGreaterThan(rows.length / 5);
  }, 180_000);
});

interface Answered { path: string; id: string; status: number | null }

function differences(log: Answered[], requests: Answered[]): string[] {
  const statuses = (all: Answered[]): Map<string, string> => {
    const lists = new Map<string, (number | null)[]>();
    for (const { path, id, status } of all) lists.set(`${path} ${id}`, [...(lists.get(`${path} ${id}`) ?? []), status]);
    return new Map([...lists].map(([name, list]) => [name, list.sort().join(' ')]));
  };
  const [logged, seen] = [statuses(log), statuses(requests)];
  return [...new Set([...logged.keys(), ...seen.keys()])].filter((name) => logged.get(name) !== seen.get(name))
    .map((name) => `${name}: the log has ${logged.get(name)}, the server ${seen.get(name)}`).slice(0, 20);
}
