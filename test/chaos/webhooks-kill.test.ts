import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runLength, runSeed } from '@qafila/testing/run-length';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { readFacts } from './facts.ts';
import type { Facts } from './facts.ts';
import { VIOLATIONS, checkInvariants, summary } from './check-invariants.ts';
import { PLANTED_VIOLATIONS } from './planted-violations.ts';
import { Platform } from './platform.ts';
import { drain, figuresOf, recoveriesOf, runSchedules } from './run.ts';
import type { Recovery } from './run.ts';

/** To repeat a failed schedule, QAFILA_SEED=… starts with it and QAFILA_SCHEDULES=1 runs only it. */
const SEED = runSeed();
const SCHEDULES = Number(process.env.QAFILA_SCHEDULES ?? runLength(50, 6));
/** The invariants are checked after this many schedules, because a drain after each one would take most of the time. */
const BATCH = 10;
/**
 * The maximum time from a fault to the delivery of the next events, without the time in which any process was down. It
 * covers consumer sessions of 10 s and leases of 6 s and 10 s.
 */
const RESUME_UP_MS_MAX = 45_000;
/**
 * Only here may deliveries wait longer than a drain: these endpoints refuse permanently, and a circuit breaker probes
 * once a minute.
 */
const MAY_WAIT = new Set(['/dead', '/picky']);
const NONE = new Set<string>();

const print = (text: string): void => void process.stderr.write(`webhooks-kill: ${text}\n`);

describeWithKafka('webhooks whose processes are killed at random moments', () => {
  let platform: Platform;
  let balanced: Facts | undefined;
  beforeAll(async () => {
    platform = await Platform.start(SEED);
  }, 120_000);
  afterAll(() => platform?.stop(), 60_000);

  for (let first = SEED; first < SEED + SCHEDULES; first += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, SEED + SCHEDULES - first) }, (_, index) => first + index);
    const schedules = `schedules ${first - SEED + 1} to ${first - SEED + seeds.length}`;
    test(`nothing is lost, duplicated or out of order: ${schedules}`, async () => {
      print(`schedules of the seeds ${first} … ${first + seeds.length - 1}`);
      await platform.produce('outbox');
      await runSchedules(platform, seeds);
      const { facts, drainMs } = await drain(platform, MAY_WAIT);
      const recoveries = recoveriesOf(platform, facts).filter(({ seed }) => seeds.includes(seed));
      print(`${JSON.stringify(figuresOf(facts))}, drained in ${drainMs} ms`);
      print(`recoveries ${JSON.stringify(spread(recoveries))}`);
      expect({
        seeds: `${first} to ${seeds.at(-1)}`,
        violations: summary(checkInvariants(facts, MAY_WAIT)),
        slow: recoveries.filter(({ upMs }) => upMs > RESUME_UP_MS_MAX),
        crashes: Object.values(platform.processes).flatMap((child) => child.crashes.splice(0)),
      }).toEqual({ seeds: `${first} to ${seeds.at(-1)}`, violations: '', slow: [], crashes: [] });
    }, 300_000);
  }

  test('a delivery that its endpoint refuses for good becomes a dead letter', async () => {
    // Without faults, and with events in between whose success keeps the breaker of /picky closed.
    await platform.produce('outbox');
    await eventually(async () => (await readFacts(platform)).dead.length > 0, {
      timeoutMs: 120_000,
      intervalMs: 1_000,
      what: 'a dead letter',
    });
  }, 150_000);

  test('once the merchant has repaired the servers, nothing waits any longer', async () => {
    await platform.repairEndpoints();
    const { facts, drainMs } = await drain(platform, NONE);
    const byKind = recoveriesOf(platform, facts).reduce<Record<string, Recovery[]>>(
      (groups, recovery) => ({ ...groups, [recovery.kind]: [...(groups[recovery.kind] ?? []), recovery] }),
      {},
    );
    const figures = Object.entries(byKind).map(([kind, all]) => [kind, { times: all.length, ...spread(all) }]);
    print(`repaired: drained in ${drainMs} ms; recoveries by fault: ${JSON.stringify(Object.fromEntries(figures))}`);
    expect(summary(checkInvariants(facts, NONE))).toBe('');
    expect(facts.dead.length).toBeGreaterThan(0);
    balanced = facts;
  }, 180_000);

  describe('the checks can fail', () => {
    test.each(VIOLATIONS)('a violation planted in the facts is found: %s', (kind) => {
      const facts = structuredClone(balanced as Facts);
      PLANTED_VIOLATIONS[kind](facts);
      expect(checkInvariants(facts, NONE).map((violation) => violation.kind)).toContain(kind);
    });

    test('a producer that sends before it commits is detected', async () => {
      await platform.produce('before-commit');
      for (let kill = 0; kill < 3; kill++) {
        await delay(2_000);
        await platform.processes.producer.kill(200);
      }
      const { facts } = await drain(platform, NONE);
      expect(countBy(checkInvariants(facts, NONE), ({ kind }) => kind)).toEqual({ phantom: expect.any(Number) });
    }, 180_000);

    test('a producer that commits and then sends is detected', async () => {
      await platform.produce('after-commit');
      await eventually(() => platform.processes.producer.crashes.length >= 5, {
        timeoutMs: 60_000,
        what: 'five crashes between a commit and its publish',
      });
      const { facts } = await drain(platform, NONE, 15_000);
      // The phantoms of the previous test still exist.
      expect(countBy(checkInvariants(facts, NONE), ({ kind }) => kind)).toEqual({
        phantom: expect.any(Number),
        'no delivery': expect.any(Number),
      });
    }, 180_000);
  });
});

/** Median and maximum of the whole time and of the time in which every process ran. */
function spread(recoveries: Recovery[]): Record<string, number[]> {
  const of = (pick: (recovery: Recovery) => number): number[] => {
    const all = recoveries.map(pick).sort((a, b) => a - b);
    return [all[all.length >> 1] ?? 0, all.at(-1) ?? 0];
  };
  return { ms: of(({ ms }) => ms), upMs: of(({ upMs }) => upMs) };
}

function countBy<Item>(items: Item[], nameOf: (item: Item) => string): Record<string, number> {
  return items.reduce<Record<string, number>>(
    (counts, item) => ({ ...counts, [nameOf(item)]: (counts[nameOf(item)] ?? 0) + 1 }),
    {},
  );
}
