import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runLength } from '@qafila/testing/run-length';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';
import { findContradictions, RaceTrial } from './race-trial.ts';

const TRIALS = runLength(1_000, 100);
/** A trial runs up to four transactions at once, and each waits at most 3 s for a connection. */
const AT_ONCE = 20;

let under: ShipmentUnderTest;
beforeAll(async () => {
  under = await startShipmentForTest({ more: { DATABASE_POOL_SIZE: '30' } });
});
afterAll(() => under.stop());

interface Race {
  name: string;
  /** The shipment is booked before the race unless this is false. */
  booked?: false;
  prepare?: (trial: RaceTrial) => Promise<void>;
  race: (trial: RaceTrial, trialNumber: number) => Promise<string | void>;
  /** Each must be the ending of some trial: otherwise the actions never raced. */
  endings?: string[];
}

/** Delays one of two racing actions, by a different time in each trial. */
const jitter = (trialNumber: number, belowMs: number): Promise<void> =>
  new Promise((resolve) => {
    const delayMs = trialNumber % belowMs;
    if (delayMs === 0) resolve();
    else setTimeout(resolve, delayMs);
  });

const RACES: Race[] = [
  {
    name: 'cancel and pick-up',
    endings: ['PICKED_UP', 'CANCELLED'],
    race: async (trial, trialNumber) => {
      const accepted = jitter(trialNumber, 3).then(() => trial.cancel());
      const called = accepted.then(() => RaceTrial.makeDueCalls(under, AT_ONCE));
      // The driver arrives before, with or after each part of the cancellation, and picks up what is not cancelled.
      const arrival = [jitter(trialNumber, 7), accepted, called][trialNumber % 3] as Promise<unknown>;
      const pickUp = arrival.then(() =>
        under.falcon.booked(trial.id)?.cancelled === false ? trial.sendScans(trial.scan('PICKED_UP')) : undefined,
      );
      await Promise.all([called, pickUp]);
    },
  },
  {
    name: 'two cancellations',
    race: async (trial) => {
      await Promise.all([trial.cancel(), trial.cancel(), RaceTrial.makeDueCalls(under, AT_ONCE)]);
    },
  },
  {
    name: 'the same scan four times',
    race: async (trial) => {
      const scan = trial.scan('PICKED_UP');
      await Promise.all([1, 2, 3, 4].map(() => trial.sendScans(scan)));
    },
  },
  {
    name: 'scans in the wrong order',
    race: async (trial, trialNumber) => {
      const scans = (['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const).map((status) =>
        trial.scan(status),
      );
      const first = trialNumber % scans.length;
      await Promise.all(
        [...scans.slice(first), ...scans.slice(0, first), ...scans.slice(0, 2)].map((scan) => trial.sendScans(scan)),
      );
    },
  },
  {
    name: 'a booking and a cancellation',
    booked: false,
    endings: ['CANCELLED'],
    race: async (trial, trialNumber) => {
      await Promise.all([jitter(trialNumber, 3).then(() => trial.cancel()), RaceTrial.makeDueCalls(under, AT_ONCE)]);
    },
  },
  {
    name: 'two workers',
    booked: false,
    endings: ['BOOKED'],
    race: async () => {
      await Promise.all([
        RaceTrial.makeDueCalls(under, AT_ONCE),
        RaceTrial.makeDueCalls(under, AT_ONCE),
        RaceTrial.makeDueCalls(under, 1),
      ]);
    },
  },
  {
    name: 'a booking whose answer is lost, its look-up and a scan',
    booked: false,
    prepare: async () => {
      under.falcon.next.push('lose answer');
    },
    race: async (trial) => {
      await RaceTrial.makeDueCalls(under, AT_ONCE);
      under.passTime(70_000);
      await Promise.all([
        RaceTrial.makeDueCalls(under, AT_ONCE),
        trial.waybill === '' ? undefined : trial.sendScans(trial.scan('PICKED_UP')),
      ]);
    },
  },
  {
    name: 'a cancellation whose answer is lost, and a late pick-up',
    endings: ['CANCELLED', 'PICKED_UP'],
    race: async (trial, trialNumber) => {
      if (trialNumber % 2 === 0) under.falcon.next.push('lose answer');
      else under.falcon.next.push('never arrive');
      await trial.cancel();
      await RaceTrial.makeDueCalls(under, AT_ONCE);
      under.passTime(70_000);
      const waybill = under.falcon.booked(trial.id);
      await Promise.all([
        RaceTrial.makeDueCalls(under, AT_ONCE),
        waybill?.cancelled === false ? trial.sendScans(trial.scan('PICKED_UP')) : undefined,
      ]);
    },
  },
  {
    name: 'returns of the last piece',
    prepare: async (trial) => trial.sendScans(trial.scan('DELIVERED')),
    race: async (trial, trialNumber) => {
      const results = await Promise.all(
        [1, 2, 3].map((number) => trial.returnPieces(`last-${trialNumber}-${number}`, 2)),
      );
      const endings = results.map((result) => (result instanceof RaceTrial ? 'made' : result));
      if (endings.filter((ending) => ending === 'made').length !== 1)
        throw new Error(`not one return of the 2 pieces, but: ${endings.join(', ')}`);
    },
  },
  {
    name: 'a return and the cancellation of an earlier one',
    prepare: async (trial) => trial.sendScans(trial.scan('DELIVERED')),
    endings: ['made', 'RETURN_QUANTITY_EXCEEDED'],
    race: async (trial, trialNumber) => {
      const first = await trial.returnPieces(`freed-${trialNumber}-1`, 2);
      if (!(first instanceof RaceTrial)) throw new Error(`refused: ${first}`);
      // The second return comes before the cancellation, with it, or after it.
      const early = trialNumber % 3 === 0 ? trial.returnPieces(`freed-${trialNumber}-2`, 1) : undefined;
      const cancelled = (early ?? jitter(trialNumber, 5)).then(() => first.cancel());
      const second = await (early ??
        (trialNumber % 3 === 1 ? jitter(trialNumber, 7) : cancelled).then(() =>
          trial.returnPieces(`freed-${trialNumber}-2`, 1),
        ));
      await cancelled;
      const third = await trial.returnPieces(`freed-${trialNumber}-3`, 2);
      if (second instanceof RaceTrial === third instanceof RaceTrial)
        throw new Error(`3 of the 2 pieces are returned, or none: ${String(second)}, ${String(third)}`);
      return second instanceof RaceTrial ? 'made' : second;
    },
  },
];

describe.each(RACES)('$name', ({ name, booked = true, prepare, race, endings = [] }) => {
  it(`ends without a contradiction in ${TRIALS} trials`, async () => {
    const reached = new Set<string>();
    const contradictions: string[] = [];
    for (let from = 0; from < TRIALS && contradictions.length === 0; from += AT_ONCE) {
      const since = new Date(Date.now() - 1_000);
      const trials = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => RaceTrial.create(under, `${name} ${from + index}`)),
      );
      if (booked) await under.makeDueCalls();
      await Promise.all(trials.map((trial) => prepare?.(trial)));
      for (const ending of await Promise.all(trials.map((trial, index) => race(trial, from + index))))
        if (ending !== undefined) reached.add(ending);
      under.passTime(70_000);
      under.falcon.next = [];
      await under.makeDueCalls();
      // The courier repeats a call that was answered 404.
      for (const trial of trials) await trial.sendScans(...(under.falcon.booked(trial.id)?.scans ?? []));
      contradictions.push(
        ...(await findContradictions(
          under,
          trials.map((trial) => trial.id),
          since,
        )),
      );
      const { rows } = await under.pool.query<{ status: string }>(
        'SELECT DISTINCT status FROM shipment WHERE account_id = $2 AND id = ANY ($1)',
        [trials.map((trial) => trial.id), under.owner.accountId],
      );
      for (const { status } of rows) reached.add(status);
    }
    expect([...contradictions, ...under.falcon.doubleBookings]).toEqual([]);
    expect([...reached]).toEqual(expect.arrayContaining(endings));
  }, 240_000);
});
