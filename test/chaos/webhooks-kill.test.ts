import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithKafka } from '@qafila/testing/kafka';
import { judge, summary } from './judge.ts';
import { Platform } from './platform.ts';
import { drain, figuresOf, resumesOf, runSchedules } from './run.ts';

/** QAFILA_SEED=… begins with that schedule, QAFILA_SCHEDULES=… runs so many: a schedule that failed is run again with its seed and 1. */
const SEED = Number(process.env.QAFILA_SEED ?? Math.floor(Math.random() * 2 ** 31));
const SCHEDULES = Number(process.env.QAFILA_SCHEDULES ?? 50);
/** The balance is struck after so many: waiting for a drain after each would be most of the time. */
const BATCH = 10;
const RESUME_MS_MAX = 45_000;
/** Only here may deliveries wait for longer than a drain: these refuse for good, and a breaker asks them once a minute. */
const HELD = new Set(['/dead', '/picky']);

const say = (text: string): void => void process.stderr.write(`webhooks-kill: ${text}\n`);

describeWithKafka('webhooks whose processes are killed at random moments', () => {
  let platform: Platform;
  beforeAll(async () => { platform = await Platform.start(SEED); }, 120_000);
  afterAll(() => platform?.stop(), 60_000);

  for (let first = SEED; first < SEED + SCHEDULES; first += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, SEED + SCHEDULES - first) }, (_, index) => first + index);
    test(`nothing is lost, doubled or out of order: schedules ${first - SEED + 1} to ${first - SEED + seeds.length}`, async () => {
      say(`schedules of the seeds ${first} … ${first + seeds.length - 1}`);
      await platform.produce('outbox');
      await runSchedules(platform, seeds);
      const { facts, drainMs } = await drain(platform, HELD);
      const resumes = resumesOf(platform, facts).filter(({ seed }) => seeds.includes(seed));
      say(`${JSON.stringify(figuresOf(facts))}, drained in ${drainMs} ms, slowest to resume ${JSON.stringify(resumes.sort((one, other) => other.ms - one.ms)[0])}`);
      expect({
        seeds: `${first} to ${seeds.at(-1)}`, differences: summary(judge(facts, HELD)), slow: resumes.filter(({ ms }) => ms > RESUME_MS_MAX),
        crashes: Object.values(platform.slots).flatMap((slot) => slot.crashes.splice(0)),
      }).toEqual({ seeds: `${first} to ${seeds.at(-1)}`, differences: '', slow: [], crashes: [] });
    }, 300_000);
  }

  test('once the merchant has mended his servers, nothing waits any longer', async () => {
    await platform.repairEndpoints();
    const { facts, drainMs } = await drain(platform, new Set());
    say(`mended: drained in ${drainMs} ms, ${facts.dead.length} dead letters`);
    expect(summary(judge(facts, new Set()))).toBe('');
    expect(facts.dead.length).toBeGreaterThan(0);
  }, 180_000);
});
