import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { reserveForReturn } from '../src/shipments/return-ledger.ts';
import type { LedgerLine } from '../src/shipments/return-ledger.ts';

describe('return ledger', () => {
  const ledger: LedgerLine[] = [
    { packageNumber: 1, item: 'shirt', delivered: 3, returned: 1 },
    { packageNumber: 2, item: 'shirt', delivered: 2, returned: 0 },
  ];

  it('never reserves more than was delivered, for any order of returns and cancelled returns', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            quantity: fc.integer({ min: 1, max: 4 }),
            packageNumbers: fc.constantFrom(undefined, [1], [2], [1, 2]),
            cancel: fc.boolean(),
          }),
          { maxLength: 30 },
        ),
        (requests) => {
          const lines = ledger.map((line) => ({ ...line }));
          const active: { packageNumber: number; quantity: number }[][] = [];
          for (const { quantity, packageNumbers, cancel } of requests) {
            if (cancel)
              for (const pieces of active.pop() ?? [])
                (lines[pieces.packageNumber - 1] as LedgerLine).returned -= pieces.quantity;
            try {
              const reserved = reserveForReturn(lines, [{ item: 'shirt', quantity, packageNumbers, field: 'f' }]);
              if (reserved.reduce((sum, pieces) => sum + pieces.quantity, 0) !== quantity)
                throw new Error('another number of pieces than requested');
              for (const pieces of reserved)
                (lines[pieces.packageNumber - 1] as LedgerLine).returned += pieces.quantity;
              active.push(reserved);
            } catch (error) {
              if ((error as { code?: string }).code !== 'RETURN_QUANTITY_EXCEEDED') throw error;
            }
            if (lines.some((line) => line.returned < 0 || line.returned > line.delivered))
              throw new Error(JSON.stringify(lines));
          }
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('leaves a package the pieces that only it can give, even when a request for any package comes first', () => {
    expect(
      reserveForReturn(ledger, [
        { item: 'shirt', quantity: 2, field: 'a' },
        { item: 'shirt', quantity: 2, packageNumbers: [1], field: 'b' },
      ]),
    ).toEqual([
      { packageNumber: 1, item: 'shirt', quantity: 2 },
      { packageNumber: 2, item: 'shirt', quantity: 2 },
    ]);
  });

  it('refuses a quantity in excess and names what is left', () => {
    expect(() =>
      reserveForReturn(ledger, [
        { item: 'shirt', quantity: 2, field: 'a' },
        { item: 'shirt', quantity: 3, field: 'packagesInfo.0.items.1' },
      ]),
    ).toThrow('packagesInfo.0.items.1: 3 of "shirt" cannot be returned: 5 delivered, 2 not yet returned.');
  });
});
