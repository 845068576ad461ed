/** The shipment states of the public contract (§3.1); decision 0015 explains them. */
export const STATUSES = [
  'PENDING',
  'BOOKING_FAILED',
  'BOOKED',
  'READY_FOR_PICKUP',
  'PICKUP_FAILED',
  'CANCEL_REQUESTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'AVAILABLE_FOR_PICKUP',
  'DELIVERY_FAILED',
  'ON_HOLD',
  'RETURN_TO_ORIGIN',
  'DELIVERED',
  'CANCELLED',
  'CANCELLED_BY_COURIER',
  'RETURNED',
  'LOST',
] as const;
export type Status = (typeof STATUSES)[number];

/** Every legal transition. A courier may also cancel a shipment that it has not picked up yet. */
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
  DELIVERED: [],
  CANCELLED: [],
  CANCELLED_BY_COURIER: [],
  RETURNED: [],
  LOST: [],
};

/** The states that a courier's scan can report. */
export const SCAN_STATUSES = [
  'READY_FOR_PICKUP',
  'PICKUP_FAILED',
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'AVAILABLE_FOR_PICKUP',
  'DELIVERY_FAILED',
  'ON_HOLD',
  'RETURN_TO_ORIGIN',
  'DELIVERED',
  'CANCELLED_BY_COURIER',
  'RETURNED',
  'LOST',
] as const satisfies readonly Status[];
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/**
 * States that couriers often pass without a scan; we infer them. ON_HOLD and AVAILABLE_FOR_PICKUP are never inferred.
 */
const INFERABLE: readonly Status[] = [
  'READY_FOR_PICKUP',
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERY_FAILED',
  'RETURN_TO_ORIGIN',
];

/** Booked states in which the courier does not have the goods yet. */
export const BEFORE_PICKUP: readonly Status[] = ['BOOKED', 'READY_FOR_PICKUP', 'PICKUP_FAILED'];

export function isFinal(status: Status): boolean {
  return NEXT[status].length === 0;
}

/**
 * The shortest legal path, without `from` and ending in `to`; the states between are those that the courier did not
 * scan. Undefined: `to` cannot be reached.
 */
export function pathTo(from: Status, to: Status): Status[] | undefined {
  return PATHS.get(`${from} ${to}`);
}

const PATHS = new Map(
  STATUSES.flatMap((from) => [...pathsFrom(from)].map(([to, path]) => [`${from} ${to}`, path] as const)),
);

/** Breadth first, so that the first path found is the shortest. */
function pathsFrom(from: Status): Map<Status, Status[]> {
  const paths = new Map<Status, Status[]>();
  const queue: { status: Status; path: Status[] }[] = [{ status: from, path: [] }];
  for (const { status, path } of queue) {
    for (const next of NEXT[status]) {
      if (paths.has(next) || next === from) continue;
      paths.set(next, [...path, next]);
      if (INFERABLE.includes(next)) queue.push({ status: next, path: [...path, next] });
    }
  }
  return paths;
}
