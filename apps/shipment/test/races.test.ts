import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';
import { Trial, wrongs } from './races.ts';

const TRIALS = 1_000;
/** Each is up to four transactions at once, and each waits 3 s for a connection at most. */
const AT_ONCE = 20;

let under: ShipmentUnderTest;
beforeAll(async () => { under = await startShipmentForTest({ more: { DATABASE_POOL_SIZE: '30' } }); });
afterAll(() => under.stop());

/** `both` must each be an ending of some trial: a race that only one ever wins was none. */
interface Race {
  name: string;
  /** Booked before the race begins, unless false. */
  booked?: false;
  prepare?: (trial: Trial) => Promise<void>;
  race: (trial: Trial, no: number) => Promise<string | void>;
  both?: string[];
}

/** Moves one of two racers behind the other, by another distance in each trial. */
const jitter = (no: number, ofMs: number): Promise<void> => new Promise((resolve) => (no % ofMs === 0 ? resolve() : setTimeout(resolve, no % ofMs)));

const RACES: Race[] = [
  {
    name: 'cancel and pick-up', both: ['PICKED_UP', 'CANCELLED'],
    race: async (trial, no) => {
      const accepted = jitter(no, 3).then(() => trial.cancel());
      const asked = accepted.then(() => Trial.work(under, AT_ONCE));
      // The driver comes before, with or after each step of the cancellation, and takes what the courier has not cancelled.
      const before = [jitter(no, 7), accepted, asked][no % 3] as Promise<unknown>;
      const driving = before.then(() => (under.falcon.booked(trial.id)?.cancelled === false ? trial.tell(trial.scan('PICKED_UP')) : undefined));
      await Promise.all([asked, driving]);
    },
  },
  { name: 'two cancellations', race: async (trial) => { await Promise.all([trial.cancel(), trial.cancel(), Trial.work(under, AT_ONCE)]); } },
  { name: 'the same scan four times', race: async (trial) => { const scan = trial.scan('PICKED_UP'); await Promise.all([1, 2, 3, 4].map(() => trial.tell(scan))); } },
  {
    name: 'scans in the wrong order', race: async (trial, no) => {
      const scans = (['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const).map((status) => trial.scan(status));
      const turn = no % scans.length;
      await Promise.all([...scans.slice(turn), ...scans.slice(0, turn), ...scans.slice(0, 2)].map((scan) => trial.tell(scan)));
    },
  },
  { name: 'a booking and a cancellation', booked: false, both: ['CANCELLED'], race: async (trial, no) => { await Promise.all([jitter(no, 3).then(() => trial.cancel()), Trial.work(under, AT_ONCE)]); } },
  { name: 'two workers', booked: false, both: ['BOOKED'], race: async () => { await Promise.all([Trial.work(under, AT_ONCE), Trial.work(under, AT_ONCE), Trial.work(under, 1)]); } },
  {
    name: 'a booking whose answer is lost, its look-up and a scan', booked: false,
    prepare: async () => { under.falcon.next.push('lose answer'); },
    race: async (trial) => {
      await Trial.work(under, AT_ONCE);
      under.pass(70_000);
      await Promise.all([Trial.work(under, AT_ONCE), trial.waybill === '' ? undefined : trial.tell(trial.scan('PICKED_UP'))]);
    },
  },
  {
    name: 'a cancellation whose answer is lost, and a late pick-up', both: ['CANCELLED', 'PICKED_UP'],
    race: async (trial, no) => {
      if (no % 2 === 0) under.falcon.next.push('lose answer'); else under.falcon.next.push('never arrive');
      await trial.cancel();
      await Trial.work(under, AT_ONCE);
      under.pass(70_000);
      const waybill = under.falcon.booked(trial.id);
      await Promise.all([Trial.work(under, AT_ONCE), waybill?.cancelled === false ? trial.tell(trial.scan('PICKED_UP')) : undefined]);
    },
  },
  {
    name: 'returns of the last piece', prepare: async (trial) => trial.tell(trial.scan('DELIVERED')),
    race: async (trial, no) => {
      const made = await Promise.all([1, 2, 3].map((one) => trial.giveBack(`last-${no}-${one}`, 2)));
      if (made.filter((one) => one instanceof Trial).length !== 1) throw new Error(`2 of 2 pieces were returned: ${made.map((one) => (one instanceof Trial ? 'made' : one)).join(', ')}`);
    },
  },
  {
    name: 'a return and the cancellation of the one before', prepare: async (trial) => trial.tell(trial.scan('DELIVERED')), both: ['made', 'RETURN_QUANTITY_EXCEEDED'],
    race: async (trial, no) => {
      const first = await trial.giveBack(`freed-${no}-1`, 2);
      if (!(first instanceof Trial)) throw new Error(`refused: ${first}`);
      // Before the cancellation, with it, or after it.
      const early = no % 3 === 0 ? trial.giveBack(`freed-${no}-2`, 1) : undefined;
      const cancelled = (early ?? jitter(no, 5)).then(() => first.cancel());
      const second = await (early ?? (no % 3 === 1 ? jitter(no, 7) : cancelled).then(() => trial.giveBack(`freed-${no}-2`, 1)));
      await cancelled;
      const third = await trial.giveBack(`freed-${no}-3`, 2);
      if (second instanceof Trial === third instanceof Trial) throw new Error(`3 of 2 pieces, or none: ${String(second)}, ${String(third)}`);
      return second instanceof Trial ? 'made' : second;
    },
  },
];

describe.each(RACES)('$name', ({ name, booked = true, prepare, race, both = [] }) => {
  it(`ends well in ${TRIALS} trials`, async () => {
    const endings = new Set<string>();
    const bad: string[] = [];
    for (let from = 0; from < TRIALS && bad.length === 0; from += AT_ONCE) {
      const since = new Date(Date.now() - 1_000);
      const trials = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => Trial.of(under, `${name} ${from + index}`)));
      if (booked) await under.work();
      await Promise.all(trials.map((trial) => prepare?.(trial)));
      for (const ending of await Promise.all(trials.map((trial, index) => race(trial, from + index)))) if (ending !== undefined) endings.add(ending);
      under.pass(70_000);
      under.falcon.next = [];
      await under.work();
      // A call that was answered 404 comes again.
      for (const trial of trials) await trial.tell(...under.falcon.booked(trial.id)?.scans ?? []);
      bad.push(...await wrongs(under, trials.map((trial) => trial.id), since));
      const { rows } = await under.pool.query<{ status: string }>('SELECT DISTINCT status FROM shipment WHERE account_id = $2 AND id = ANY ($1)', [trials.map((trial) => trial.id), under.owner.accountId]);
      for (const { status } of rows) endings.add(status);
    }
    expect([...bad, ...under.falcon.doubles]).toEqual([]);
    expect([...endings]).toEqual(expect.arrayContaining(both));
  }, 240_000);
});
