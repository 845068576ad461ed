import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { Stand } from './stand.ts';

/** More than there are lanes: every lane has an endpoint, and hand-overs move endpoints with work in them. */
const ENDPOINTS = 20;
const BURST = 200;

interface Answered { path: string; id: string; status: number | null }
interface Logged extends Answered { outcome: string; cause: string }

describeWithKafka('dispatchers that share one database', (kafka) => {
  let stand: Stand;
  beforeAll(async () => { stand = await Stand.start(kafka, { WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.2,0.4,0.8,1,1,1,1,1,1,1,1' }); }, 60_000);
  afterAll(() => stand?.stop(), 60_000);

  test('no attempt is made twice, hand-overs lose and repeat nothing, and the work is shared', async () => {
    const one = await stand.dispatcher('first');
    // A third of them in order: hand-overs must keep that too.
    for (let number = 1; number <= ENDPOINTS; number++) await stand.endpoint(`/half-${number}`, { concurrency_max: 4, ...(number % 3 === 0 && { ordering: 'key' }) });
    const two = await stand.dispatcher('second');
    const lanesOf = async (): Promise<number[]> =>
      (await stand.pool.query<{ lanes: number }>('SELECT count(*)::int AS lanes FROM lane WHERE owner IS NOT NULL GROUP BY owner ORDER BY 1')).rows.map(({ lanes }) => lanes);
    await eventually(async () => expect(await lanesOf()).toEqual([8, 8]), { timeoutMs: 30_000, what: 'lanes shared by two' });
    let events = 0;
    const burst = (): Promise<void> => stand.publish(Array.from({ length: BURST }, () => `event-${events++}`));
    await burst();
    const third = await stand.dispatcher('third');
    // Every endpoint has a backlog, and attempts under way, when its lane goes from hand to hand: to the third, and from it.
    await eventually(async () => {
      if ((await stand.waiting()).unsettled < BURST * ENDPOINTS / 2) await burst();
      return await third.attempts() > 50;
    }, { timeoutMs: 20_000, what: 'work done by the third' });
    await burst();
    await eventually(async () => (await stand.waiting()).unsettled > BURST * ENDPOINTS / 4, { intervalMs: 10, what: 'a backlog' });
    await stand.stopDispatcher(third);
    const deliveries = events * ENDPOINTS;
    await eventually(async () => expect(await stand.waiting()).toEqual({ deliveries, retries: 0, unsettled: 0 }), { timeoutMs: 90_000, intervalMs: 200, what: 'everything delivered' });

    const { rows: log } = await stand.pool.query<Logged>(`
      SELECT substring(url from '/half.*') AS path, event_id AS id, outcome, cause, a.status
      FROM attempt a JOIN delivery d USING (endpoint_no, sequence, day) JOIN endpoint e USING (endpoint_no)`);
    const requests = await stand.requests();
    const interrupted = log.filter(({ outcome, cause }) => outcome === 'interrupted' || cause === 'interrupted');
    const shares = await Promise.all([one, two].map((each) => each.attempts()));
    process.stderr.write(`two-dispatchers: ${deliveries} deliveries, ${log.length} attempts, ${requests.length} requests, ${interrupted.length} interrupted, shares ${shares.join(' and ')}\n`);
    expect(requests.every(({ valid }) => valid)).toBe(true);
    // The log and the server agree about every delivery, attempt by attempt: nothing was sent that is not an attempt of its own.
    expect(differences(log, requests)).toEqual([]);
    expect(interrupted).toEqual([]);
    const taken = requests.filter(({ status }) => status === 200);
    expect([taken.length, new Set(taken.map(({ path, id }) => `${path} ${id}`)).size]).toEqual([deliveries, deliveries]);
    for (const share of shares) expect(share).toBeGreaterThan(log.length / 5);
  }, 180_000);
});

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
