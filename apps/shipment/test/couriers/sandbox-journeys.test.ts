import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { economyEvent } from '../../../sandbox/src/economy/economy-view.ts';
import { expressScan } from '../../../sandbox/src/express/express-view.ts';
import { COURIER_LEVERS } from '../../../sandbox/src/levers/courier-levers.ts';
import type { CourierLever } from '../../../sandbox/src/levers/courier-levers.ts';
import { ACTS, fromAct, fromPickup, mayAct, shown, wholeJourney } from '../../../sandbox/src/parcels/journey.ts';
import type { Act, ShownStep, Step } from '../../../sandbox/src/parcels/journey.ts';
import { COURIERS } from '../../../sandbox/src/parcels/parcel.entity.ts';
import type { CourierName, ParcelRow, ScanRow } from '../../../sandbox/src/parcels/parcel.entity.ts';
import { ECONOMY_CODES, EXPRESS_CODES } from '../../src/couriers/sandbox/scan-meanings.ts';
import { decide, newShipment } from '../../src/shipments/shipment.state.ts';
import type { Alarm, ShipmentState } from '../../src/shipments/shipment.state.ts';
import type { ScanStatus, Status } from '../../src/shipments/status.ts';

const AWB = 'SXPA';
const LEVERS = Object.keys(COURIER_LEVERS) as CourierLever[];

/** The status that the adapter makes of a step of this courier; undefined where it makes none. */
function statusOf(courier: CourierName, { kind }: Step): ScanStatus | undefined {
  const [parcel, scan] = [{ waybill: AWB, cod_minor: '0', currency: null } as ParcelRow, { kind, number: 1, reason: null, city: '', country: 'SA', occurred_at: new Date(0) } as ScanRow];
  return courier === 'sandbox-express' ? EXPRESS_CODES.scans[String(expressScan(parcel, scan).code)]?.status : ECONOMY_CODES.scans[String(economyEvent(parcel, scan).ST)]?.status;
}

/** What a shipment becomes of when it hears of the steps in the order in which they are known. */
function heard(courier: CourierName, steps: readonly ShownStep[], from = newShipment()): { state: ShipmentState; alarms: Alarm[] } {
  const alarms: Alarm[] = [];
  let state = decide(decide(from, { kind: 'ask' }).state, { kind: 'booked', awb: AWB }).state;
  for (const step of [...steps].sort((left, right) => left.knownHours - right.knownHours)) {
    const status = statusOf(courier, step);
    for (let time = 0; status !== undefined && time <= step.copies; time++) {
      const outcome = decide(state, { kind: 'scan', scan: { status, awb: AWB, occurredAtMs: minutesOf(step) * 60_000 } });
      state = outcome.state;
      if (outcome.alarm !== undefined) alarms.push(outcome.alarm);
    }
  }
  return { state, alarms };
}

function endOf(levers: readonly CourierLever[]): Status {
  if (levers.includes('STILL')) return 'BOOKED';
  if (levers.includes('COURIERCANCEL')) return 'CANCELLED_BY_COURIER';
  return levers.includes('LOST') ? 'LOST' : levers.includes('RTO') ? 'RETURNED' : 'DELIVERED';
}

/** In the courier's own time. */
const minutesOf = ({ hours, minutes = 0 }: Step): number => hours * 60 + minutes;
const someLevers = fc.subarray(LEVERS);
const someCourier = fc.constantFrom(...COURIERS);
const expectStrictlyLater = (numbers: readonly number[]): void => { for (const [at, number] of numbers.entries()) expect(number).toBeGreaterThan(numbers[at - 1] ?? -1); };

describe('every journey of the sandbox\'s couriers', () => {
  test('whatever levers meet, the shipment ends where the parcel ends, without an alarm', () => {
    fc.assert(fc.property(someCourier, someLevers, fc.boolean(), (courier, levers, international) => {
      const steps = shown(courier, wholeJourney({ levers, international }), { levers });
      const { state, alarms } = heard(courier, steps);
      expect([state.status, alarms]).toEqual([endOf(levers), []]);
      expectStrictlyLater(steps.map(minutesOf));
      const end = steps.at(-1)?.hours ?? 0;
      // All is known four and a half hours after the last scan, and what is not shuffled 18 hours after it happened.
      expect(steps.every(({ hours, knownHours }) => knownHours >= hours && knownHours <= end + 4.5 && (levers.includes('SHUFFLE') || knownHours <= hours + 18))).toBe(true);
    }), { numRuns: 2_000 });
  });

  test('whatever is done by hand, wherever the parcel is, is a way that a shipment can go', () => {
    fc.assert(fc.property(someCourier, someLevers, fc.nat(12), fc.constantFrom(...Object.keys(ACTS) as Act[], 'pick-up' as const), (courier, drawn, done, act) => {
      const levers = drawn.filter((lever) => lever !== 'STILL' && lever !== 'SHUFFLE');
      const whole = wholeJourney({ levers, international: false });
      const past = whole.slice(0, Math.min(done, whole.length - 1));
      fc.pre(mayAct(act, past.map(({ kind }) => kind)));
      const now = (past.at(-1)?.hours ?? 0) + 1;
      const next = act === 'pick-up' ? fromPickup({ levers, international: false }) : fromAct(act, past.map(({ kind }) => kind));
      const later = next.map((step) => ({ ...step, hours: step.hours + now }));
      expectStrictlyLater([...past, ...later].map(minutesOf));
      const { state, alarms } = heard(courier, [...shown(courier, past, { levers }), ...shown(courier, later, { levers })]);
      expect(alarms).toEqual([]);
      const ends: Record<Act | 'pick-up', Status> = {
        'deliver': 'DELIVERED', 'fail': 'DELIVERED', 'hold': 'DELIVERED', 'lose': 'LOST', 'return': 'RETURNED', 'cancel': 'CANCELLED_BY_COURIER',
        'pick-up': endOf(levers.filter((lever) => lever !== 'COURIERCANCEL')),
      };
      expect(state.status).toBe(ends[act]);
    }), { numRuns: 2_000 });
  });

  test.each(COURIERS)('%s has a word for everything that its parcels do, and the adapter knows all but the odd one', (courier) => {
    const all = [...LEVERS.flatMap((lever) => wholeJourney({ levers: [lever], international: false })), ...(Object.keys(ACTS) as Act[]).flatMap((act) => fromAct(act, []))];
    const silent = new Set(all.filter((step) => statusOf(courier, step) === undefined).map(({ kind }) => kind));
    expect([...silent]).toEqual(['weighed']);
  });
});
