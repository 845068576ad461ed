import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { economyEvent } from '../../../sandbox/src/economy/economy-view.ts';
import { expressScan } from '../../../sandbox/src/express/express-view.ts';
import { COURIER_LEVERS } from '../../../sandbox/src/levers/courier-levers.ts';
import type { CourierLever } from '../../../sandbox/src/levers/courier-levers.ts';
import {
  ACTS,
  fromAct,
  fromPickup,
  isActPossible,
  reportedScans,
  wholeJourney,
} from '../../../sandbox/src/parcels/journey.ts';
import type { Act, PlannedScan, ReportedScan } from '../../../sandbox/src/parcels/journey.ts';
import { COURIERS } from '../../../sandbox/src/companies.ts';
import type { CourierName } from '../../../sandbox/src/companies.ts';
import type { ParcelRow, ScanRow } from '../../../sandbox/src/entities/parcel.entity.ts';
import { ECONOMY_CODES, EXPRESS_CODES } from '../../src/couriers/sandbox/scan-meanings.ts';
import { decide, INITIAL_STATE } from '../../src/state/shipment.state.ts';
import type { Alarm, ShipmentState } from '../../src/state/shipment.state.ts';
import type { ScanStatus, Status } from '../../src/state/status.ts';

const AWB = 'SXPA';
const LEVERS = Object.keys(COURIER_LEVERS) as CourierLever[];

/** The status that the adapter reads from a scan of this courier; undefined when it ignores the scan. */
function statusOf(courier: CourierName, { kind }: PlannedScan): ScanStatus | undefined {
  const [parcel, scan] = [
    { waybill: AWB, cod_minor: '0', currency: null } as ParcelRow,
    { kind, number: 1, reason: null, city: '', country: 'SA', occurred_at: new Date(0) } as ScanRow,
  ];
  return courier === 'sandbox-express'
    ? EXPRESS_CODES.scans[String(expressScan(parcel, scan).code)]?.status
    : ECONOMY_CODES.scans[String(economyEvent(parcel, scan).ST)]?.status;
}

/** Applies the scans to a shipment in the order in which the courier reports them. */
function stateAfter(
  courier: CourierName,
  scans: readonly ReportedScan[],
  from: ShipmentState = INITIAL_STATE,
): { state: ShipmentState; alarms: Alarm[] } {
  const alarms: Alarm[] = [];
  let state = decide(decide(from, { kind: 'start-call' }).state, {
    kind: 'booked',
    awb: AWB,
    courier: from.courier,
  }).state;
  for (const scan of [...scans].sort((left, right) => left.knownHours - right.knownHours)) {
    const status = statusOf(courier, scan);
    for (let time = 0; status !== undefined && time <= scan.copies; time++) {
      const decision = decide(state, {
        kind: 'scan',
        scan: { status, awb: AWB, occurredAtMs: minutesOf(scan) * 60_000 },
      });
      state = decision.state;
      alarms.push(...decision.alarms);
    }
  }
  return { state, alarms };
}

function endOf(levers: readonly CourierLever[]): Status {
  if (levers.includes('STILL')) return 'BOOKED';
  if (levers.includes('COURIERCANCEL')) return 'CANCELLED_BY_COURIER';
  if (levers.includes('LOST')) return 'LOST';
  return levers.includes('RTO') ? 'RETURNED' : 'DELIVERED';
}

/** In the courier's virtual time. */
const minutesOf = ({ hours, minutes = 0 }: PlannedScan): number => hours * 60 + minutes;
const someLevers = fc.subarray(LEVERS);
const someCourier = fc.constantFrom(...COURIERS);
const expectStrictlyLater = (numbers: readonly number[]): void => {
  for (const [index, number] of numbers.entries()) expect(number).toBeGreaterThan(numbers[index - 1] ?? -1);
};

describe("every journey of the sandbox's couriers", () => {
  test('for any combination of levers the shipment ends where the parcel ends, without an alarm', () => {
    fc.assert(
      fc.property(someCourier, someLevers, fc.boolean(), (courier, levers, international) => {
        const scans = reportedScans(courier, wholeJourney({ levers, international }), { levers });
        const { state, alarms } = stateAfter(courier, scans);
        expect([state.status, alarms]).toEqual([endOf(levers), []]);
        expectStrictlyLater(scans.map(minutesOf));
        const end = scans.at(-1)?.hours ?? 0;
        // Every scan is reported within 4.5 hours of the last one; without SHUFFLE, within 18 hours of its own time.
        expect(
          scans.every(
            ({ hours, knownHours }) =>
              knownHours >= hours &&
              knownHours <= end + 4.5 &&
              (levers.includes('SHUFFLE') || knownHours <= hours + 18),
          ),
        ).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('every manual action, anywhere on the journey, leads to a legal path of the shipment', () => {
    fc.assert(
      fc.property(
        someCourier,
        someLevers,
        fc.nat(12),
        fc.constantFrom(...(Object.keys(ACTS) as Act[]), 'pick-up' as const),
        (courier, drawn, done, act) => {
          const levers = drawn.filter((lever) => lever !== 'STILL' && lever !== 'SHUFFLE');
          const whole = wholeJourney({ levers, international: false });
          const past = whole.slice(0, Math.min(done, whole.length - 1));
          fc.pre(
            isActPossible(
              act,
              past.map(({ kind }) => kind),
            ),
          );
          const now = (past.at(-1)?.hours ?? 0) + 1;
          const next =
            act === 'pick-up'
              ? fromPickup({ levers, international: false })
              : fromAct(
                  act,
                  past.map(({ kind }) => kind),
                );
          const later = next.map((scan) => ({ ...scan, hours: scan.hours + now }));
          expectStrictlyLater([...past, ...later].map(minutesOf));
          const { state, alarms } = stateAfter(courier, [
            ...reportedScans(courier, past, { levers }),
            ...reportedScans(courier, later, { levers }),
          ]);
          expect(alarms).toEqual([]);
          const ends: Record<Act | 'pick-up', Status> = {
            deliver: 'DELIVERED',
            fail: 'DELIVERED',
            hold: 'DELIVERED',
            lose: 'LOST',
            return: 'RETURNED',
            cancel: 'CANCELLED_BY_COURIER',
            'pick-up': endOf(levers.filter((lever) => lever !== 'COURIERCANCEL')),
          };
          expect(state.status).toBe(ends[act]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each(COURIERS)(
    '%s has a code for every scan of its parcels, and the adapter knows all but the unknown one',
    (courier) => {
      const all = [
        ...LEVERS.flatMap((lever) => wholeJourney({ levers: [lever], international: false })),
        ...(Object.keys(ACTS) as Act[]).flatMap((act) => fromAct(act, [])),
      ];
      const ignored = new Set(all.filter((scan) => statusOf(courier, scan) === undefined).map(({ kind }) => kind));
      expect([...ignored]).toEqual(['weighed']);
    },
  );
});
