import { conflict } from '@qafila/envelopes/refusal';
import type { PackageState } from './evidence.ts';
import { BEFORE_PICKUP, isCancelled } from './status.ts';
import type { Status } from './status.ts';

/** What a person can say became of a shipment or, except `not_cancelled`, of one of its packages. */
export const OUTCOMES = ['cancelled', 'not_cancelled', 'returned', 'lost', 'delivered'] as const;
export type Declared = (typeof OUTCOMES)[number];
export type DeclaredEnd = Exclude<Declared, 'not_cancelled'>;

const END_OF: Record<DeclaredEnd, Status> = {
  cancelled: 'CANCELLED',
  returned: 'RETURNED',
  lost: 'LOST',
  delivered: 'DELIVERED',
};

/**
 * The packages after a person declared an end of one of them, or of all. It stands over all that was reported before,
 * because the person knew that; a scan that arrives afterwards is judged beside it as beside any end. Goods that the
 * courier has cannot be cancelled. Pure.
 */
export function declareEnd(
  known: readonly PackageState[],
  { outcome, atMs, packageNumber }: { outcome: DeclaredEnd; atMs: number; packageNumber?: number },
): readonly PackageState[] {
  const end = END_OF[outcome];
  return known.map((parcel, index) => {
    const { status } = parcel;
    if (packageNumber !== undefined && index !== packageNumber - 1) return parcel;
    if (status === end || (outcome === 'cancelled' && isCancelled(status))) return parcel;
    if (outcome === 'cancelled' && !BEFORE_PICKUP.includes(status))
      throw outcomeNotPossible(status, 'The courier has had the goods: declare it returned, lost or delivered.');
    return { status: end, scannedAtMs: atMs };
  });
}

/** Names the state and what is possible instead. */
export function outcomeNotPossible(status: Status, remedy: string): Error {
  return conflict('OUTCOME_NOT_POSSIBLE', `This outcome cannot be declared in the state ${status}. ${remedy}`, {
    status,
  });
}
