import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { DispatcherHarness } from './dispatcher-harness.ts';

/** More endpoints than partitions: every partition has an endpoint, and hand-overs move endpoints with pending work. */
const ENDPOINTS = 20;
const BURST = 200;

interface LoggedAnswer {
  path: string;
  id: string;
  status: number | null;
}
interface LoggedAttempt extends LoggedAnswer {
  outcome: string;
  cause: string;
}

describeWithKafka('dispatchers that share one database', (kafka) => {
  let harness: DispatcherHarness;
  beforeAll(async () => {
    harness = await DispatcherHarness.start(kafka, { WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.2,0.4,0.8,1,1,1,1,1,1,1,1' });
  }, 60_000);
  afterAll(() => harness?.stop(), 60_000);

  test('make no attempt twice, lose and repeat nothing at hand-overs, and share the work', async () => {
    const first = await harness.dispatcher('first');
    // A third of the endpoints is ordered, which hand-overs must preserve.
    for (let number = 1; number <= ENDPOINTS; number++)
      await harness.endpoint(`/half-${number}`, { concurrency_max: 4, ...(number % 3 === 0 && { ordering: 'key' }) });
    const second = await harness.dispatcher('second');
    const partitionsByOwner = async (): Promise<number[]> =>
      (
        await harness.pool.query<{ partitions: number }>(
          'SELECT count(*)::int AS partitions FROM lane WHERE owner IS NOT NULL GROUP BY owner ORDER BY 1',
        )
      ).rows.map(({ partitions }) => partitions);
    await eventually(async () => expect(await partitionsByOwner()).toEqual([8, 8]), {
      timeoutMs: 30_000,
      what: 'partitions shared by two dispatchers',
    });
    let events = 0;
    const burst = (): Promise<void> => harness.publish(Array.from({ length: BURST }, () => `event-${events++}`));
    await burst();
    const third = await harness.dispatcher('third');
    // Every endpoint has a backlog and attempts under way when its partition moves to the third dispatcher and back.
    await eventually(
      async () => {
        if ((await harness.unsettled()) < (BURST * ENDPOINTS) / 2) await burst();
        return (await third.attempts()) > 50;
      },
      { timeoutMs: 20_000, intervalMs: 50, what: 'attempts of the third dispatcher' },
    );
    await burst();
    await eventually(async () => (await harness.unsettled()) > (BURST * ENDPOINTS) / 4, {
      intervalMs: 10,
      what: 'a backlog',
    });
    await harness.stopDispatcher(third);
    const deliveries = events * ENDPOINTS;
    await eventually(async () => expect(await harness.waiting()).toEqual({ deliveries, retries: 0, unsettled: 0 }), {
      timeoutMs: 90_000,
      intervalMs: 200,
      what: 'the delivery of everything',
    });

    const { rows: log } = await harness.pool.query<LoggedAttempt>(`
      SELECT substring(url from '/half.*') AS path, event_id AS id, outcome, cause, a.status
      FROM attempt a JOIN delivery d USING (endpoint_no, sequence, day) JOIN endpoint e USING (endpoint_no)`);
    const requests = await harness.requests();
    const interrupted = log.filter(({ outcome, cause }) => outcome === 'interrupted' || cause === 'interrupted');
    const shares = await Promise.all([first, second].map((dispatcher) => dispatcher.attempts()));
    process.stderr.write(
      `two-dispatchers: ${deliveries} deliveries, ${log.length} attempts, ${requests.length} requests, ` +
        `${interrupted.length} interrupted, shares ${shares.join(' and ')}\n`,
    );
    expect(requests.every(({ valid }) => valid)).toBe(true);
    // The log and the server agree on every attempt, so nothing was sent without an attempt in the log.
    expect(differences(log, requests)).toEqual([]);
    expect(interrupted).toEqual([]);
    const taken = requests.filter(({ status }) => status === 200);
    expect([taken.length, new Set(taken.map(({ path, id }) => `${path} ${id}`)).size]).toEqual([
      deliveries,
      deliveries,
    ]);
    for (const share of shares) expect(share).toBeGreaterThan(log.length / 5);
  }, 180_000);
});

function differences(log: LoggedAnswer[], requests: LoggedAnswer[]): string[] {
  const statuses = (all: LoggedAnswer[]): Map<string, string> => {
    const lists = new Map<string, (number | null)[]>();
    for (const { path, id, status } of all) lists.set(`${path} ${id}`, [...(lists.get(`${path} ${id}`) ?? []), status]);
    return new Map([...lists].map(([name, list]) => [name, list.sort().join(' ')]));
  };
  const [logged, received] = [statuses(log), statuses(requests)];
  return [...new Set([...logged.keys(), ...received.keys()])]
    .filter((name) => logged.get(name) !== received.get(name))
    .map((name) => `${name}: the log has ${logged.get(name)}, the server ${received.get(name)}`)
    .slice(0, 20);
}
