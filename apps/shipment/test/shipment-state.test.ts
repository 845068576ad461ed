import { describe, expect, it } from '@jest/globals';
import { runLength, runSeed } from '@qafila/testing/run-length';
import fc from 'fast-check';
import { decide, INITIAL_STATE } from '../src/state/shipment.state.ts';
import type { Command, ShipmentState } from '../src/state/shipment.state.ts';
import type { ScanStatus, Status } from '../src/state/status.ts';
import { ENDS_JUDGED, judgeEvidence } from '../src/state/evidence.ts';
import type { Evidence, PackageState } from '../src/state/evidence.ts';
import type { Declared } from '../src/state/outcomes.ts';
import { statusOfPackages } from '../src/state/packages.ts';
import { CARRIED, SCAN_STATUSES } from '../src/state/status.ts';
import { ACTIONS, World } from './shipment-model.ts';

const inStatus = (status: Status, more: Partial<ShipmentState> = {}): ShipmentState => ({
  ...INITIAL_STATE,
  booking: 'booked',
  awb: 'A1',
  status,
  ...more,
});
const scan = (status: ScanStatus, occurredAtMs = 10): Command => ({
  kind: 'scan',
  scan: { status, awb: 'A1', occurredAtMs },
});
const after = (state: ShipmentState, ...commands: Command[]): ShipmentState =>
  commands.reduce((current, command) => decide(current, command).state, state);

const RUNS = runLength(100_000, 20_000);

describe('shipment state machine', () => {
  // Cancellations, pick-ups, duplicate and late scans, crashes, time-outs and lost answers.
  it(`agrees with the courier at the end of ${RUNS} random interleavings`, () => {
    const visited = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(fc.nat(ACTIONS.length * 1_024 - 1), { minLength: 5, maxLength: 40 }), (actions) => {
        const world = new World();
        world.run(actions);
        for (const place of world.visited) visited.set(place, (visited.get(place) ?? 0) + 1);
      }),
      { numRuns: RUNS, seed: runSeed() },
    );
    // The model proves nothing about a state or case that it never reached.
    for (const reached of [
      'CANCELLED',
      'CANCELLED_BY_COURIER',
      'DELIVERED',
      'RETURNED',
      'LOST',
      'BOOKING_FAILED',
      'cancel_rejected',
      'cancel too late',
      'edit too late',
      'declared absent',
      'waybill by hand',
      'package',
      'PACKAGES_DIFFER',
      'SCANS_CONTRADICT',
      'SCAN_AFTER_END',
      'SCAN_TIME_UNLIKELY',
      'SECOND_WAYBILL',
      'BOOKED_AFTER_END',
      'SCAN_AFTER_CANCEL',
      'SCAN_WITHOUT_WAY',
      'duplicate scan',
      'scan before booking',
      'book sent-late',
      'book answer-lost',
      'book refused',
      'passed on',
      'declared cancelled',
      'declared not_cancelled',
      'declared returned',
      'declared lost',
      'declared delivered',
    ]) {
      expect([reached, (visited.get(reached) ?? 0) > RUNS / 2_000]).toEqual([reached, true]);
    }
  }, 120_000);

  it('infers the statuses that the courier did not scan, and marks them', () => {
    expect(decide(inStatus('BOOKED'), scan('DELIVERED')).entered).toEqual([
      { status: 'PICKED_UP', inferred: true },
      { status: 'IN_TRANSIT', inferred: true },
      { status: 'OUT_FOR_DELIVERY', inferred: true },
      { status: 'DELIVERED', inferred: false },
    ]);
  });

  it('keeps the state when a scan of goods under way is older than the newest', () => {
    const state = after(inStatus('BOOKED'), scan('OUT_FOR_DELIVERY', 20));
    expect(decide(state, scan('DELIVERY_FAILED', 15)).state).toBe(state);
  });

  it('takes any way between states of goods under way as ordinary', () => {
    for (const from of CARRIED)
      for (const to of CARRIED) {
        const decision = decide(inStatus(from, { scannedAtMs: 5 }), scan(to as ScanStatus));
        expect([from, to, decision.state.status, decision.alarms]).toEqual([from, to, to, []]);
      }
  });

  it('keeps a parcel on its way back, whatever it passes there', () => {
    for (const status of CARRIED) {
      const decision = decide(inStatus('RETURN_TO_ORIGIN', { scannedAtMs: 5 }), scan(status as ScanStatus));
      expect([status, decision.state.status, decision.alarms]).toEqual([status, 'RETURN_TO_ORIGIN', []]);
    }
    expect(decide(inStatus('RETURN_TO_ORIGIN'), scan('LOST')).entered).toEqual([{ status: 'LOST', inferred: false }]);
  });

  it('counts a delivery that is older than the failure before it', () => {
    const failed = after(inStatus('BOOKED'), scan('DELIVERY_FAILED', 20));
    const decision = decide(failed, scan('DELIVERED', 19));
    expect([decision.state.status, decision.facts, decision.alarms]).toEqual(['DELIVERED', ['delivered'], []]);
  });

  it('does not invent a return for a loss', () => {
    expect(decide(inStatus('DELIVERY_FAILED'), scan('LOST')).entered).toEqual([{ status: 'LOST', inferred: false }]);
  });

  // The table of decision 0028, in full.
  it.each([
    ['DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED', undefined],
    ['DELIVERED', 'RETURNED', 'DELIVERED', 'RETURNED', 'SCANS_CONTRADICT'],
    ['DELIVERED', 'LOST', 'DELIVERED', 'DELIVERED', 'SCANS_CONTRADICT'],
    ['DELIVERED', 'CANCELLED_BY_COURIER', 'DELIVERED', 'DELIVERED', 'SCANS_CONTRADICT'],
    ['RETURNED', 'DELIVERED', 'RETURNED', 'DELIVERED', 'SCANS_CONTRADICT'],
    ['RETURNED', 'RETURNED', 'RETURNED', 'RETURNED', undefined],
    ['RETURNED', 'LOST', 'RETURNED', 'RETURNED', 'SCANS_CONTRADICT'],
    ['RETURNED', 'CANCELLED_BY_COURIER', 'RETURNED', 'RETURNED', 'SCANS_CONTRADICT'],
    ['LOST', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'SCANS_CONTRADICT'],
    ['LOST', 'RETURNED', 'RETURNED', 'RETURNED', 'SCANS_CONTRADICT'],
    ['LOST', 'LOST', 'LOST', 'LOST', undefined],
    ['LOST', 'CANCELLED_BY_COURIER', 'LOST', 'LOST', 'SCANS_CONTRADICT'],
    ['CANCELLED', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'SCAN_AFTER_CANCEL'],
    ['CANCELLED', 'RETURNED', 'RETURNED', 'RETURNED', 'SCAN_AFTER_CANCEL'],
    ['CANCELLED', 'LOST', 'LOST', 'LOST', 'SCAN_AFTER_CANCEL'],
    ['CANCELLED', 'CANCELLED_BY_COURIER', 'CANCELLED', 'CANCELLED', undefined],
    ['CANCELLED_BY_COURIER', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'SCAN_AFTER_CANCEL'],
    ['CANCELLED_BY_COURIER', 'RETURNED', 'RETURNED', 'RETURNED', 'SCAN_AFTER_CANCEL'],
    ['CANCELLED_BY_COURIER', 'LOST', 'LOST', 'LOST', 'SCAN_AFTER_CANCEL'],
    ['CANCELLED_BY_COURIER', 'CANCELLED_BY_COURIER', 'CANCELLED_BY_COURIER', 'CANCELLED_BY_COURIER', undefined],
  ] as const)(
    'judges %s, then reported %s: earlier %s, later %s, alarm %s',
    (...[known, reported, earlier, later, alarm]) => {
      expect(Object.keys(ENDS_JUDGED[known])).toContain(reported);
      const judged = (occurredAtMs: number): [string, string | undefined] => {
        const { after: state, alarm: raised } = judgeEvidence(
          { status: known, scannedAtMs: 10 },
          { status: reported, occurredAtMs },
        );
        return [state.status, raised];
      };
      expect([judged(5), judged(15)]).toEqual([
        [earlier, alarm],
        [later, alarm],
      ]);
    },
  );

  it('ends in the same state for every order of the same scans', () => {
    const evidence = fc.record({
      status: fc.constantFrom(...SCAN_STATUSES),
      occurredAtMs: fc.integer({ min: 1, max: 6 }),
    });
    const end = (scans: readonly Evidence[]): PackageState =>
      scans.reduce<PackageState>((known, one) => judgeEvidence(known, one).after, { status: 'BOOKED', scannedAtMs: 0 });
    fc.assert(
      fc.property(
        fc
          .array(evidence, { minLength: 1, maxLength: 6 })
          .chain((scans) => fc.tuple(fc.constant(scans), fc.shuffledSubarray(scans, { minLength: scans.length }))),
        ([scans, shuffled]) => expect(end(shuffled)).toEqual(end(scans)),
      ),
      { numRuns: RUNS / 10, seed: runSeed() },
    );
  });

  it('ends in the same state for both orders of each pair of scans, whatever their times', () => {
    const reach = (...scans: Evidence[]): PackageState =>
      scans.reduce<PackageState>((known, one) => judgeEvidence(known, one).after, { status: 'BOOKED', scannedAtMs: 0 });
    for (const one of SCAN_STATUSES)
      for (const other of SCAN_STATUSES)
        for (const [first, second] of [
          [10, 20],
          [20, 10],
          [10, 10],
        ] as const) {
          const [a, b] = [
            { status: one, occurredAtMs: first },
            { status: other, occurredAtMs: second },
          ];
          expect([one, other, reach(a, b)]).toEqual([one, other, reach(b, a)]);
        }
  });

  it('takes goods that the courier carries as carried, before and after it reports their cancellation', () => {
    const orders = [
      [scan('PICKED_UP', 10), scan('CANCELLED_BY_COURIER', 20)],
      [scan('CANCELLED_BY_COURIER', 20), scan('PICKED_UP', 10)],
    ];
    for (const order of orders) expect(after(inStatus('BOOKED'), ...order).status).toBe('PICKED_UP');
  });

  const declare = (outcome: Declared, packageNumber?: number): Command => ({
    kind: 'declare-outcome',
    outcome,
    atMs: 50,
    packageNumber,
    packageCount: 2,
  });

  it.each([
    ['CANCEL_REQUESTED', 'cancelled', 'CANCELLED', ['cancelled']],
    ['CANCEL_REQUESTED', 'not_cancelled', 'READY_FOR_PICKUP', ['cancel_rejected']],
    ['BOOKED', 'cancelled', 'CANCELLED', ['cancelled']],
    ['RETURN_TO_ORIGIN', 'returned', 'RETURNED', []],
    ['DELIVERED', 'returned', 'RETURNED', []],
    ['DELIVERED', 'lost', 'LOST', []],
    ['CANCEL_REQUESTED', 'delivered', 'DELIVERED', ['cancel_rejected', 'delivered']],
    ['CANCELLED', 'lost', 'LOST', []],
  ] as const)('in %s is declared %s by a person: %s', (status, outcome, expected, facts) => {
    const resumeTo = status === 'CANCEL_REQUESTED' ? 'READY_FOR_PICKUP' : null;
    const decision = decide(inStatus(status, { resumeTo, scannedAtMs: 99 }), declare(outcome));
    expect([decision.state.status, decision.facts, decision.alarms]).toEqual([expected, facts, []]);
  });

  it.each([
    ['IN_TRANSIT', 'cancelled'],
    ['DELIVERED', 'cancelled'],
    ['BOOKED', 'not_cancelled'],
  ] as const)('in %s is not declared %s', (status, outcome) => {
    expect(() => decide(inStatus(status), declare(outcome))).toThrow(
      expect.objectContaining({ status: 409, code: 'OUTCOME_NOT_POSSIBLE' }),
    );
  });

  it('judges a scan after a declaration beside it, and repeats of a declaration change nothing', () => {
    const lost = after(inStatus('IN_TRANSIT'), declare('lost'));
    expect(decide(lost, declare('lost')).state).toBe(lost);
    expect(decide(lost, scan('DELIVERED', 10))).toMatchObject({
      state: { status: 'DELIVERED' },
      alarms: ['SCANS_CONTRADICT'],
    });
    expect(decide(after(inStatus('CANCEL_REQUESTED'), declare('cancelled')), scan('PICKED_UP'))).toMatchObject({
      state: { status: 'PICKED_UP' },
      alarms: ['SCAN_AFTER_CANCEL'],
    });
  });

  it('takes a declaration of one package as its end alone', () => {
    const one = decide(inStatus('IN_TRANSIT'), declare('lost', 1));
    expect([one.state.status, one.enteredPackage]).toMatchObject(['IN_TRANSIT', { packageNumber: 1, status: 'LOST' }]);
    expect(after(one.state, declare('delivered', 2))).toMatchObject({
      status: 'DELIVERED',
      packages: [{ status: 'LOST' }, { status: 'DELIVERED' }],
    });
  });

  it('asks another courier while a booking waits and was not sent, and not once it was', () => {
    const waiting = { ...INITIAL_STATE, courier: 'falcon' };
    const retry: Command = { kind: 'retry-booking', courier: 'camel' };
    expect(decide(waiting, retry).state).toMatchObject({ status: 'PENDING', courier: 'camel', booking: 'unasked' });
    const sent = after(waiting, { kind: 'start-call' });
    expect(decide(sent, retry).state).toBe(sent);
  });

  it('lets a pick-up win over a cancellation, and reports the rejected cancellation', () => {
    const decision = decide(after(inStatus('BOOKED'), { kind: 'cancel' }), scan('PICKED_UP'));
    expect([decision.state.status, decision.facts]).toEqual(['PICKED_UP', ['cancel_rejected']]);
  });

  it('raises an alarm for a scan after a cancellation, and follows the goods', () => {
    expect(decide(inStatus('CANCELLED'), scan('PICKED_UP'))).toMatchObject({
      state: { status: 'PICKED_UP' },
      alarms: ['SCAN_AFTER_CANCEL'],
    });
  });

  it.each(['PICKED_UP', 'IN_TRANSIT', 'DELIVERED', 'RETURNED', 'LOST', 'CANCELLED_BY_COURIER'] as const)(
    'refuses to cancel in %s',
    (status) => {
      expect(() => decide(inStatus(status), { kind: 'cancel' })).toThrow(
        expect.objectContaining({ status: 409, code: 'NOT_CANCELLABLE' }),
      );
    },
  );

  it('does not change when a cancel is repeated', () => {
    const once = after(inStatus('BOOKED'), { kind: 'cancel' });
    expect(decide(once, { kind: 'cancel' }).state).toBe(once);
    expect(decide(inStatus('CANCELLED'), { kind: 'cancel' }).state.status).toBe('CANCELLED');
  });

  it('is delivered once its last package is, and reports each package', () => {
    const ofPackage = (status: ScanStatus, packageNumber: number, occurredAtMs: number): Command => ({
      kind: 'scan',
      scan: { status, awb: 'A1', occurredAtMs, packageNumber },
      packageCount: 2,
    });
    const first = decide(inStatus('OUT_FOR_DELIVERY', { scannedAtMs: 5 }), ofPackage('DELIVERED', 1, 10));
    expect([first.state.status, first.facts, first.enteredPackage]).toEqual([
      'OUT_FOR_DELIVERY',
      [],
      { packageNumber: 1, status: 'DELIVERED', previous: 'OUT_FOR_DELIVERY' },
    ]);
    const both = decide(first.state, ofPackage('DELIVERED', 2, 11));
    expect([both.state.status, both.facts, both.alarms]).toEqual(['DELIVERED', ['delivered'], []]);
    const lost = decide(first.state, ofPackage('LOST', 2, 11));
    expect([lost.state.status, lost.state.packages?.map(({ status }) => status), lost.alarms]).toEqual([
      'DELIVERED',
      ['DELIVERED', 'LOST'],
      ['PACKAGES_DIFFER'],
    ]);
    expect(decide(first.state, ofPackage('LOST', 3, 11)).alarms).toEqual(['UNKNOWN_PACKAGE']);
  });

  it.each([
    [['DELIVERED', 'IN_TRANSIT'], 'IN_TRANSIT'],
    [['PICKED_UP', 'BOOKED'], 'PICKED_UP'],
    [['IN_TRANSIT', 'READY_FOR_PICKUP'], 'PICKED_UP'],
    [['OUT_FOR_DELIVERY', 'DELIVERY_FAILED'], 'DELIVERY_FAILED'],
    [['RETURN_TO_ORIGIN', 'IN_TRANSIT'], 'IN_TRANSIT'],
    [['LOST', 'RETURNED'], 'LOST'],
    [['RETURNED', 'DELIVERED'], 'DELIVERED'],
    [['CANCELLED_BY_COURIER', 'BOOKED'], 'BOOKED'],
  ] as const)('with packages %p is %s', (statuses, expected) => {
    expect(statusOfPackages(statuses.map((status) => ({ status, scannedAtMs: 1 })))).toBe(expected);
  });

  it('takes a late waybill of a courier that was given up as an alarm', () => {
    const called = after({ ...INITIAL_STATE, courier: 'falcon' }, { kind: 'start-call' });
    const moved = after(called, { kind: 'declare-absent' }, { kind: 'retry-booking', courier: 'camel' });
    const decision = decide(moved, { kind: 'booked', awb: 'F1', courier: 'falcon' });
    expect([decision.state, decision.alarms]).toEqual([moved, ['SECOND_WAYBILL']]);
    expect(after(moved, { kind: 'booked', awb: 'C1', courier: 'camel' })).toMatchObject({
      status: 'BOOKED',
      awb: 'C1',
    });
  });

  it('ignores a late "absent" that answers an earlier call', () => {
    const first = after(INITIAL_STATE, { kind: 'start-call' });
    const second = after(first, { kind: 'booking-absent', version: first.version }, { kind: 'start-call' });
    expect(decide(second, { kind: 'booking-absent', version: first.version }).state).toBe(second);
  });
});
