import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { Facts } from './facts.ts';
import { DIFFERENCES, judge, summary } from './judge.ts';
import { PLANTS } from './plants.ts';
import { Platform } from './platform.ts';
import { drain, figuresOf, resumesOf, runSchedules } from './run.ts';
import type { Resumed } from './run.ts';

/** QAFILA_SEED=… begins with that schedule, QAFILA_SCHEDULES=… runs so many: a schedule that failed is run again with its seed and 1. */
const SEED = Number(process.env.QAFILA_SEED ?? Math.floor(Math.random() * 2 ** 31));
const SCHEDULES = Number(process.env.QAFILA_SCHEDULES ?? 50);
/** The balance is struck after so many: waiting for a drain after each would be most of the time. */
const BATCH = 10;
/** From a fault to the delivery of what was committed after it, without the time in which anything was down: sessions of 10 s, leases of 6 and 10 s. */
const RESUME_UP_MS_MAX = 45_000;
/** Only here may deliveries wait for longer than a drain: these refuse for good, and a breaker asks them once a minute. */
const HELD = new Set(['/dead', '/picky']);
const NONE = new Set<string>();

const say = (text: string): void => void process.stderr.write(`webhooks-kill: ${text}\n`);

describeWithKafka('webhooks whose processes are killed at random moments', () => {
  let platform: Platform;
  let balanced: Facts | undefined;
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
      say(`${JSON.stringify(figuresOf(facts))}, drained in ${drainMs} ms, resumes ${JSON.stringify(spread(resumes))}`);
      expect({
        seeds: `${first} to ${seeds.at(-1)}`, differences: summary(judge(facts, HELD)), slow: resumes.filter(({ upMs }) => upMs > RESUME_UP_MS_MAX),
        crashes: Object.values(platform.slots).flatMap((slot) => slot.crashes.splice(0)),
      }).toEqual({ seeds: `${first} to ${seeds.at(-1)}`, differences: '', slow: [], crashes: [] });
    }, 300_000);
  }

  test('once the merchant has mended his servers, nothing waits any longer', async () => {
    await platform.repairEndpoints();
    const { facts, drainMs } = await drain(platform, NONE);
    const byKind = resumesOf(platform, facts).reduce<Record<string, Resumed[]>>((groups, one) => ({ ...groups, [one.kind]: [...(groups[one.kind] ?? []), one] }), {});
    say(`mended: drained in ${drainMs} ms; faults, and the time to resume after them: ${JSON.stringify(Object.fromEntries(Object.entries(byKind).map(([kind, all]) => [kind, { times: all.length, ...spread(all) }])))}`);
    expect(summary(judge(facts, NONE))).toBe('');
    expect(facts.dead.length).toBeGreaterThan(0);
    balanced = facts;
  }, 180_000);

  describe('the harness can fail', () => {
    test.each(DIFFERENCES)('planted in the facts: %s', (kind) => {
      const facts = structuredClone(balanced as Facts);
      PLANTS[kind](facts);
      expect(judge(facts, NONE).map((difference) => difference.kind)).toContain(kind);
    });

    test('a producer that sends before it commits is found out', async () => {
      await platform.produce('before-commit');
      for (let kill = 0; kill < 3; kill++) {
        await delay(2_000);
        await platform.slots.producer.kill(200);
      }
      const { facts } = await drain(platform, NONE);
      expect(countBy(judge(facts, NONE), ({ kind }) => kind)).toEqual({ phantom: expect.any(Number) });
    }, 180_000);

    test('a producer that commits and then sends is found out', async () => {
      await platform.produce('after-commit');
      await eventually(() => platform.slots.producer.crashes.length >= 5, { timeoutMs: 60_000, what: 'five deaths between a commit and its publish' });
      const { facts } = await drain(platform, NONE, 15_000);
      // Those from before are there still.
      expect(countBy(judge(facts, NONE), ({ kind }) => kind)).toEqual({ 'phantom': expect.any(Number), 'no delivery': expect.any(Number) });
    }, 180_000);
  });
});

/** Median and worst, of all the time and of the time with everything up. */
function spread(resumes: Resumed[]): Record<string, number[]> {
  const of = (pick: (resumed: Resumed) => number): number[] => {
    const all = resumes.map(pick).sort((one, other) => one - other);
    return [all[all.length >> 1] ?? 0, all.at(-1) ?? 0];
  };
  return { ms: of(({ ms }) => ms), upMs: of(({ upMs }) => upMs) };
}

function countBy<Item>(items: Item[], nameOf: (item: Item) => string): Record<string, number> {
  return items.reduce<Record<string, number>>((counts, item) => ({ ...counts, [nameOf(item)]: (counts[nameOf(item)] ?? 0) + 1 }), {});
}
