/** Shipment states as the wire has them (§3.1; docs of each in the state table of research). */
export const STATUSES = [
  'PENDING', 'BOOKING_FAILED', 'BOOKED', 'READY_FOR_PICKUP', 'PICKUP_FAILED', 'CANCEL_REQUESTED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY',
  'AVAILABLE_FOR_PICKUP', 'DELIVERY_FAILED', 'ON_HOLD', 'RETURN_TO_ORIGIN', 'DELIVERED', 'CANCELLED', 'CANCELLED_BY_COURIER', 'RETURNED', 'LOST',
] as const;
export type Status = (typeof STATUSES)[number];

/** Every legal step. A courier may also cancel what it could not pick up, which leaves no other way out of those two states. */
export const NEXT: Record<Status, readonly Status[]> = {
  PENDING: ['BOOKED', 'BOOKING_FAILED', 'CANCELLED'],
  BOOKING_FAILED: ['PENDING', 'CANCELLED'],
  BOOKED: ['READY_FOR_PICKUP', 'PICKED_UP', 'CANCEL_REQUESTED', 'CANCELLED_BY_COURIER'],
  READY_FOR_PICKUP: ['PICKED_UP', 'PICKUP_FAILED', 'CANCEL_REQUESTED', 'CANCELLED_BY_COURIER'],
  PICKUP_FAILED: ['READY_FOR_PICKUP', 'PICKED_UP', 'CANCEL_REQUESTED', 'CANCELLED_BY_COURIER'],
  CANCEL_REQUESTED: ['CANCELLED', 'PICKED_UP', 'BOOKED', 'READY_FOR_PICKUP', 'PICKUP_FAILED'],
  PICKED_UP: ['IN_TRANSIT', 'ON_HOLD', 'RETURN_TO_ORIGIN', 'LOST'],
  IN_TRANSIT: ['OUT_FOR_DELIVERY', 'AVAILABLE_FOR_PICKUP', 'ON_HOLD', 'RETURN_TO_ORIGIN', 'LOST'],
  OUT_FOR_DELIVERY: ['DELIVERED', 'DELIVERY_FAILED', 'ON_HOLD'],
  AVAILABLE_FOR_PICKUP: ['DELIVERED', 'RETURN_TO_ORIGIN'],
  DELIVERY_FAILED: ['OUT_FOR_DELIVERY', 'ON_HOLD', 'RETURN_TO_ORIGIN'],
  ON_HOLD: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'RETURN_TO_ORIGIN'],
  RETURN_TO_ORIGIN: ['RETURNED', 'LOST'],
  DELIVERED: [], CANCELLED: [], CANCELLED_BY_COURIER: [], RETURNED: [], LOST: [],
};

/** What a courier's scan may say. */
export const SCAN_STATUSES = [
  'READY_FOR_PICKUP', 'PICKUP_FAILED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'AVAILABLE_FOR_PICKUP', 'DELIVERY_FAILED', 'ON_HOLD',
  'RETURN_TO_ORIGIN', 'DELIVERED', 'CANCELLED_BY_COURIER', 'RETURNED', 'LOST',
] as const satisfies readonly Status[];
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** States that a courier passes through without always scanning them. An unscanned hold or shop is not made up. */
const INFERABLE: readonly Status[] = ['READY_FOR_PICKUP', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED', 'RETURN_TO_ORIGIN'];

/** The carrier has not got the goods. */
export const BEFORE_PICKUP: readonly Status[] = ['BOOKED', 'READY_FOR_PICKUP', 'PICKUP_FAILED'];

export function isFinal(status: Status): boolean {
  return NEXT[status].length === 0;
}

/** The shortest legal way, without `from` and ending in `to`; what lies between was skipped by the courier. Undefined: no way forward. */
export function wayTo(from: Status, to: Status): Status[] | undefined {
  return WAYS.get(`${from} ${to}`);
}

const WAYS = new Map(STATUSES.flatMap((from) => [...waysFrom(from)].map(([to, way]) => [`${from} ${to}`, way] as const)));

function waysFrom(from: Status): Map<Status, Status[]> {
  const ways = new Map<Status, Status[]>();
  const queue: { at: Status; way: Status[] }[] = [{ at: from, way: [] }];
  for (const { at, way } of queue) {
    for (const next of NEXT[at]) {
      if (ways.has(next) || next === from) continue;
      ways.set(next, [...way, next]);
      if (INFERABLE.includes(next)) queue.push({ at: next, way: [...way, next] });
    }
  }
  return ways;
}
