import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { takeForReturn } from '../src/shipments/return-ledger.ts';
import type { LedgerLine } from '../src/shipments/return-ledger.ts';
import { decide, newShipment } from '../src/shipments/shipment.state.ts';
import type { Command, ShipmentState } from '../src/shipments/shipment.state.ts';
import type { ScanStatus, Status } from '../src/shipments/status.ts';
import { World } from './shipment-model.ts';

const at = (status: Status, more: Partial<ShipmentState> = {}): ShipmentState => ({ ...newShipment(), booking: 'booked', awb: 'A1', status, ...more });
const scan = (status: ScanStatus, occurredAtMs = 10): Command => ({ kind: 'scan', scan: { status, awb: 'A1', occurredAtMs } });
const after = (state: ShipmentState, ...commands: Command[]): ShipmentState => commands.reduce((now, command) => decide(now, command).state, state);

describe('shipment state machine', () => {
  it('holds in 100,000 random interleavings of cancel, pick-up, duplicate and late scans, crashes and time-outs', () => {
    const visited = new Map<string, number>();
    fc.assert(fc.property(fc.array(fc.nat(16 * 256 - 1), { minLength: 5, maxLength: 40 }), (steps) => {
      const world = new World();
      world.run(steps);
      for (const one of world.visited) visited.set(one, (visited.get(one) ?? 0) + 1);
    }), { numRuns: 100_000, seed: 20261121 });
    // The model would prove nothing of what it never reached.
    for (const reached of ['CANCELLED', 'CANCELLED_BY_COURIER', 'DELIVERED', 'RETURNED', 'LOST', 'BOOKING_FAILED', 'cancel_rejected', 'cancel too late',
      'SCAN_AFTER_CANCEL', 'SCAN_WITHOUT_WAY', 'duplicate scan', 'book sent-late', 'book answer-lost', 'book refused']) {
      expect([reached, (visited.get(reached) ?? 0) > 200]).toEqual([reached, true]);
    }
  }, 120_000);

  it('infers the scans that a courier left out, and marks them', () => {
    expect(decide(at('BOOKED'), scan('DELIVERED')).steps).toEqual([
      { status: 'PICKED_UP', inferred: true }, { status: 'IN_TRANSIT', inferred: true }, { status: 'OUT_FOR_DELIVERY', inferred: true }, { status: 'DELIVERED', inferred: false }]);
  });

  it('keeps the state for a scan that is older than the newest', () => {
    const state = after(at('BOOKED'), scan('OUT_FOR_DELIVERY', 20));
    expect(decide(state, scan('DELIVERY_FAILED', 15)).state).toBe(state);
  });

  it('keeps the state for a scan that is older than one which told it again', () => {
    const held = after(at('IN_TRANSIT'), scan('ON_HOLD', 10), scan('ON_HOLD', 30));
    expect(decide(held, scan('IN_TRANSIT', 20)).state).toBe(held);
    expect(decide(held, scan('IN_TRANSIT', 40)).state.status).toBe('IN_TRANSIT');
  });

  it('lets pick-up win over a cancellation, and says so', () => {
    const outcome = decide(after(at('BOOKED'), { kind: 'cancel' }), scan('PICKED_UP'));
    expect([outcome.state.status, outcome.facts]).toEqual(['PICKED_UP', ['cancel_rejected']]);
  });

  it('raises an alarm for a scan after a cancellation and stays cancelled', () => {
    expect(decide(at('CANCELLED'), scan('PICKED_UP'))).toMatchObject({ state: { status: 'CANCELLED' }, alarm: 'SCAN_AFTER_CANCEL' });
  });

  it.each(['PICKED_UP', 'IN_TRANSIT', 'DELIVERED', 'RETURNED', 'LOST', 'CANCELLED_BY_COURIER'] as const)('refuses to cancel in %s', (status) => {
    expect(() => decide(at(status), { kind: 'cancel' })).toThrow(expect.objectContaining({ status: 409, code: 'NOT_CANCELLABLE' }));
  });

  it('takes a repeated cancel as the first', () => {
    const once = after(at('BOOKED'), { kind: 'cancel' });
    expect(decide(once, { kind: 'cancel' }).state).toBe(once);
    expect(decide(at('CANCELLED'), { kind: 'cancel' }).state.status).toBe('CANCELLED');
  });

  it('ignores a late "absent" that was true before the booking was asked for again', () => {
    const asked = after(newShipment(), { kind: 'ask' });
    const again = after(asked, { kind: 'booking-absent', version: asked.version }, { kind: 'ask' });
    expect(decide(again, { kind: 'booking-absent', version: asked.version }).state).toBe(again);
  });
});

describe('return ledger', () => {
  const ledger: LedgerLine[] = [{ packageNumber: 1, item: 'shirt', delivered: 3, returned: 1 }, { packageNumber: 2, item: 'shirt', delivered: 2, returned: 0 }];

  it('never hands out more than was delivered, whatever the order of returns and cancelled returns', () => {
    fc.assert(fc.property(fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 4 }), packageNumbers: fc.constantFrom(undefined, [1], [2], [1, 2]), cancel: fc.boolean() }), { maxLength: 30 }), (asks) => {
      const lines = ledger.map((line) => ({ ...line }));
      const live: { packageNumber: number; quantity: number }[][] = [];
      for (const { quantity, packageNumbers, cancel } of asks) {
        if (cancel) for (const taken of live.pop() ?? []) (lines[taken.packageNumber - 1] as LedgerLine).returned -= taken.quantity;
        try {
          const taken = takeForReturn(lines, [{ item: 'shirt', quantity, packageNumbers, field: 'f' }]);
          if (taken.reduce((sum, one) => sum + one.quantity, 0) !== quantity) throw new Error('another number of pieces than asked for');
          for (const one of taken) (lines[one.packageNumber - 1] as LedgerLine).returned += one.quantity;
          live.push(taken);
        } catch (error) {
          if ((error as { code?: string }).code !== 'RETURN_QUANTITY_EXCEEDED') throw error;
        }
        if (lines.some((line) => line.returned < 0 || line.returned > line.delivered)) throw new Error(JSON.stringify(lines));
      }
    }), { numRuns: 10_000 });
  });

  it('leaves a package its own pieces when what may come from anywhere is named first', () => {
    expect(takeForReturn(ledger, [{ item: 'shirt', quantity: 2, field: 'a' }, { item: 'shirt', quantity: 2, packageNumbers: [1], field: 'b' }]))
      .toEqual([{ packageNumber: 1, item: 'shirt', quantity: 2 }, { packageNumber: 2, item: 'shirt', quantity: 2 }]);
  });

  it('refuses the excess and tells what is left', () => {
    expect(() => takeForReturn(ledger, [{ item: 'shirt', quantity: 2, field: 'a' }, { item: 'shirt', quantity: 3, field: 'packagesInfo.0.items.1' }]))
      .toThrow('packagesInfo.0.items.1: 3 of "shirt" cannot be returned: 5 delivered, 2 not yet returned.');
  });
});
