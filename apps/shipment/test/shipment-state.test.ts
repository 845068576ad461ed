import { describe, expect, it } from '@jest/globals';
import { runLength, runSeed } from '@qafila/testing/run-length';
import fc from 'fast-check';
import { decide, INITIAL_STATE } from '../src/state/shipment.state.ts';
import type { Command, ShipmentState } from '../src/state/shipment.state.ts';
import type { ScanStatus, Status } from '../src/state/status.ts';
import { World } from './shipment-model.ts';

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
      fc.property(fc.array(fc.nat(16 * 256 - 1), { minLength: 5, maxLength: 40 }), (actions) => {
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
      'SCAN_AFTER_CANCEL',
      'SCAN_WITHOUT_WAY',
      'duplicate scan',
      'scan before booking',
      'book sent-late',
      'book answer-lost',
      'book refused',
    ]) {
      expect([reached, (visited.get(reached) ?? 0) > RUNS / 500]).toEqual([reached, true]);
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

  it('keeps the state when a scan is older than the newest', () => {
    const state = after(inStatus('BOOKED'), scan('OUT_FOR_DELIVERY', 20));
    expect(decide(state, scan('DELIVERY_FAILED', 15)).state).toBe(state);
  });

  it('keeps the state when a scan is older than a repeat of the current status', () => {
    const onHold = after(inStatus('IN_TRANSIT'), scan('ON_HOLD', 10), scan('ON_HOLD', 30));
    expect(decide(onHold, scan('IN_TRANSIT', 20)).state).toBe(onHold);
    expect(decide(onHold, scan('IN_TRANSIT', 40)).state.status).toBe('IN_TRANSIT');
  });

  it('lets a pick-up win over a cancellation, and reports the rejected cancellation', () => {
    const decision = decide(after(inStatus('BOOKED'), { kind: 'cancel' }), scan('PICKED_UP'));
    expect([decision.state.status, decision.facts]).toEqual(['PICKED_UP', ['cancel_rejected']]);
  });

  it('raises an alarm for a scan after a cancellation, and stays cancelled', () => {
    expect(decide(inStatus('CANCELLED'), scan('PICKED_UP'))).toMatchObject({
      state: { status: 'CANCELLED' },
      alarm: 'SCAN_AFTER_CANCEL',
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

  it('ignores a late "absent" that answers an earlier call', () => {
    const first = after(INITIAL_STATE, { kind: 'start-call' });
    const second = after(first, { kind: 'booking-absent', version: first.version }, { kind: 'start-call' });
    expect(decide(second, { kind: 'booking-absent', version: first.version }).state).toBe(second);
  });
});
