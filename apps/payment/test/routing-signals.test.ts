import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ROUTING } from '../src/limits.ts';
import { afterCall, CLOSED, stateOf } from '../src/standings/circuit.state.ts';
import type { Circuit } from '../src/standings/circuit.state.ts';
import { costOf } from '../src/standings/costs.ts';
import type { CostTerms } from '../src/standings/costs.ts';
import { ORDERS, orderGateways, UNKNOWN_STANDING } from '../src/standings/order-gateways.ts';
import type { Standing } from '../src/standings/order-gateways.ts';
import { successRates } from '../src/standings/success-rates.ts';
import type { Score } from '../src/standings/success-rates.ts';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const RUNS = { seed: SEED, numRuns: 2_000 };
const NOW = Date.UTC(2026, 10, 22);

describe(`a circuit (seed ${SEED})`, () => {
  const call = fc.record({ isAnswered: fc.boolean(), tookMs: fc.nat(12_000), passedMs: fc.nat(120_000) });

  test('opens at the failure that completes a row of them, and not before', () => {
    let circuit: Circuit = CLOSED;
    for (let failure = 1; failure <= ROUTING.failuresToOpen; failure++) {
      expect(stateOf(circuit, NOW)).toBe('closed');
      circuit = afterCall(circuit, { isAnswered: false, startedAtMs: NOW }, NOW);
    }
    expect(stateOf(circuit, NOW)).toBe('open');
    expect(stateOf(circuit, NOW + ROUTING.openMs)).toBe('half_open');
  });

  test('opens only after a row of failures, and is half-open again within the longest time', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        let [circuit, nowMs, inRow]: [Circuit, number, number] = [CLOSED, NOW, 0];
        for (const { isAnswered, tookMs, passedMs } of calls) {
          nowMs += passedMs;
          const before = circuit;
          circuit = afterCall(before, { isAnswered, startedAtMs: nowMs - tookMs }, nowMs);
          inRow = isAnswered ? 0 : inRow + 1;
          if (before.openedAtMs === null && circuit.openedAtMs !== null)
            expect(inRow).toBeGreaterThanOrEqual(ROUTING.failuresToOpen);
          if (stateOf(circuit, nowMs) !== 'closed')
            expect(stateOf(circuit, nowMs + ROUTING.openMsMax)).toBe('half_open');
          // A call that began after the opening and was answered closes it.
          if (isAnswered && nowMs - tookMs >= (before.openedAtMs ?? 0)) expect(circuit).toEqual(CLOSED);
        }
      }),
      RUNS,
    );
  });

  test('failed probes leave it alone for longer each time', () => {
    let [circuit, nowMs]: [Circuit, number] = [CLOSED, NOW];
    const waits: number[] = [];
    for (let failure = 0; failure < ROUTING.failuresToOpen + 8; failure++) {
      nowMs = Math.max(nowMs, circuit.retryAtMs ?? nowMs);
      circuit = afterCall(circuit, { isAnswered: false, startedAtMs: nowMs }, nowMs);
      if (circuit.retryAtMs !== null) waits.push(circuit.retryAtMs - nowMs);
    }
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 20].map((times) => times * ROUTING.openMs));
    expect(waits.at(-1)).toBe(ROUTING.openMsMax);
  });
});

describe(`success rates (seed ${SEED})`, () => {
  const GATEWAYS = ['a', 'b', 'c'];
  const score = fc.record({
    gateway: fc.constantFrom(...GATEWAYS),
    method: fc.constantFrom('card', 'wallet'),
    bin: fc.constantFrom('', '424242', '535353'),
    succeeded: fc.double({ min: 0, max: 10_000, noNaN: true }),
    failed: fc.double({ min: 0, max: 10_000, noNaN: true }),
    at: fc.integer({ min: 0, max: 90 }).map((days) => new Date(NOW - days * 86_400_000)),
  }) as fc.Arbitrary<Score>;
  const rate = (scores: readonly Score[], gateway: string, bin = ''): number =>
    successRates(scores, { method: 'card', bin }, NOW)(gateway).rate;

  test('are shares, whatever was counted, in any order of the rows', () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 20 }), fc.constantFrom('', '424242'), (scores, bin) => {
        for (const gateway of GATEWAYS) {
          expect(rate(scores, gateway, bin)).toBeGreaterThan(0);
          expect(rate(scores, gateway, bin)).toBeLessThan(1);
          expect(rate(scores.toReversed(), gateway, bin)).toBeCloseTo(rate(scores, gateway, bin), 9);
        }
      }),
      RUNS,
    );
  });

  test('a success never lowers the rate of its gateway, and a failure never raises it', () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 20 }), fc.constantFrom('', '424242'), (scores, bin) => {
        const more = (succeeded: number, failed: number): Score[] => [
          ...scores,
          ...['', bin].map((each) => ({
            ...{ gateway: 'a', method: 'card', bin: each, at: new Date(NOW) },
            ...{ succeeded, failed },
          })),
        ];
        expect(rate(more(1, 0), 'a', bin)).toBeGreaterThanOrEqual(rate(scores, 'a', bin) - 1e-9);
        expect(rate(more(0, 1), 'a', bin)).toBeLessThanOrEqual(rate(scores, 'a', bin) + 1e-9);
      }),
      RUNS,
    );
  });

  test('one of few payments is near to that of all, and an old one goes back there', () => {
    const at = new Date(NOW);
    const known: Score = { gateway: 'a', method: 'card', bin: '', succeeded: 900, failed: 100, at };
    const few: Score = { gateway: 'b', method: 'card', bin: '', succeeded: 0, failed: 1, at };
    expect(rate([known, few], 'b')).toBeGreaterThan(0.8);
    const many: Score = { ...few, failed: 500 };
    expect(rate([known, many], 'b')).toBeLessThan(0.1);
    const old = { ...many, at: new Date(NOW - ROUTING.scoreKeptMs) };
    expect(Math.abs(rate([known, old], 'b') - rate([known], 'b'))).toBeLessThan(0.03);
  });

  test('a BIN is judged by its own payments once it has some', () => {
    const at = new Date(NOW);
    const all: Score = { gateway: 'a', method: 'card', bin: '', succeeded: 900, failed: 100, at };
    const ofBin: Score = { ...all, bin: '424242', succeeded: 0, failed: 80 };
    expect(rate([all, ofBin], 'a', '424242')).toBeLessThan(0.25);
    expect(rate([all, ofBin], 'a', '535353')).toBeCloseTo(rate([all, ofBin], 'a'), 9);
  });
});

describe(`the order of gateways (seed ${SEED})`, () => {
  const standing = fc
    .tuple(
      fc.array(fc.constantFrom('closed', 'open', 'half_open'), { minLength: 5, maxLength: 5 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
      fc.array(fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })), { minLength: 5, maxLength: 5 }),
    )
    .map(([circuits, rates, costs]): Standing => ({
      circuit: (gateway) => circuits[Number(gateway)] as 'closed',
      success: (gateway) => ({ rate: rates[Number(gateway)] as number, observations: 1 }),
      cost: (gateway) => (costs[Number(gateway)] === null ? null : { minor: costs[Number(gateway)]!, from: 'books' }),
    }));
  const five = fc.shuffledSubarray(['0', '1', '2', '3', '4']);

  test('has each gateway that answers once, and an open one only when none answers', () => {
    fc.assert(
      fc.property(five, fc.constantFrom(...ORDERS), standing, fc.string(), (gateways, by, known, intentId) => {
        const { gateways: order } = orderGateways(gateways, by, { standing: known, intentId });
        const up = gateways.filter((gateway) => known.circuit(gateway) !== 'open');
        expect(order.toSorted()).toEqual((up.length > 0 ? up : gateways).toSorted());
        expect(orderGateways(gateways, by, { standing: known, intentId }).gateways).toEqual(order);
        if (by === 'priority') expect(order).toEqual(up.length > 0 ? up : gateways);
      }),
      RUNS,
    );
  });

  test('by cost: none is dearer than the next, and unknown costs are last in their order', () => {
    fc.assert(
      fc.property(five, standing, (gateways, known) => {
        const { gateways: order } = orderGateways(gateways, 'cost', { standing: known, intentId: 'pi_1' });
        const costs = order.map((gateway) => known.cost(gateway)?.minor ?? Infinity);
        expect(costs).toEqual(costs.toSorted((one, other) => (one === other ? 0 : one - other)));
      }),
      RUNS,
    );
  });

  test('by success rate: the best is first, but for the few payments that measure another', () => {
    const known: Standing = {
      ...UNKNOWN_STANDING,
      success: (gateway) => ({ rate: gateway === 'b' ? 0.9 : 0.5, observations: 100 }),
    };
    const first = Array.from(
      { length: 10_000 },
      (_, at) =>
        orderGateways(['a', 'b', 'c'], 'success_rate', { standing: known, intentId: `pi_${at}` }).gateways[0] as string,
    );
    const share = first.filter((gateway) => gateway !== 'b').length / 100;
    expect(Math.abs(share - ROUTING.explorePercent)).toBeLessThan(1);
    expect(new Set(first)).toEqual(new Set(['a', 'b', 'c']));
  });
});

test('the cost is that of the settings where there is one, else that of the books, and of the same currency', () => {
  const books: CostTerms = { gateway: 'a', currency: 'SAR', share: 0.02, fixedMinor: 0, from: 'books' };
  const set: CostTerms = { ...books, share: 0.01, fixedMinor: 100, from: 'settings' };
  const facts = { amountMinor: 10_000n, currency: 'SAR' };
  expect(costOf([books, set], 'a', facts)).toEqual({ minor: 200, from: 'settings' });
  expect(costOf([books], 'a', facts)).toEqual({ minor: 200, from: 'books' });
  expect(costOf([books, set], 'b', facts)).toBeNull();
  expect(costOf([books, set], 'a', { ...facts, currency: 'KWD' })).toBeNull();
});
