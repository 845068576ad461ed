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

/** Booked states in which the courier does not have the goods yet. */
export const BEFORE_PICKUP: readonly Status[] = ['BOOKED', 'READY_FOR_PICKUP', 'PICKUP_FAILED'];
/** The courier has the goods. Couriers go from any of these to any other: parcels are sorted, kept and tried again. */
export const CARRIED: readonly Status[] = [
  'PICKED_UP',
  'IN_TRANSIT',
  'ON_HOLD',
  'OUT_FOR_DELIVERY',
  'AVAILABLE_FOR_PICKUP',
  'DELIVERY_FAILED',
];
/** Terminal facts of the goods. Nothing but another of them, or a person, changes such a state. */
const ENDS: readonly Status[] = ['DELIVERED', 'RETURNED', 'LOST'];
const CANCELLED: readonly Status[] = ['CANCELLED', 'CANCELLED_BY_COURIER'];

/** A shipment in one of these has ended. */
export const FINAL: readonly Status[] = [...ENDS, ...CANCELLED];

/** Ends in which neither the receiver nor the sender is known to have the goods: they may yet be found. */
export const MISSING: readonly Status[] = ['LOST', ...CANCELLED];

export function isFinal(status: Status): boolean {
  return FINAL.includes(status);
}

export function isCancelled(status: Status): boolean {
  return CANCELLED.includes(status);
}

const fromBooked = [...BEFORE_PICKUP, 'CANCEL_REQUESTED', ...CANCELLED, ...CARRIED, 'RETURN_TO_ORIGIN'];
const carriedOn = [...CARRIED, 'RETURN_TO_ORIGIN', ...ENDS];

/**
 * Every legal transition; the state itself does not count as one. What leaves a final state is a correction by the
 * evidence of decision 0028, and raises an alarm.
 */
export const NEXT: Record<Status, readonly string[]> = {
  PENDING: ['BOOKED', 'BOOKING_FAILED', 'CANCELLED'],
  BOOKING_FAILED: ['PENDING', 'BOOKED', 'CANCELLED'],
  BOOKED: [...fromBooked, ...ENDS],
  READY_FOR_PICKUP: [...fromBooked, ...ENDS],
  PICKUP_FAILED: [...fromBooked, ...ENDS],
  CANCEL_REQUESTED: ['CANCELLED', ...BEFORE_PICKUP, ...carriedOn],
  PICKED_UP: carriedOn,
  IN_TRANSIT: carriedOn,
  ON_HOLD: carriedOn,
  OUT_FOR_DELIVERY: carriedOn,
  AVAILABLE_FOR_PICKUP: carriedOn,
  DELIVERY_FAILED: carriedOn,
  // Of several packages another one may come under way again.
  RETURN_TO_ORIGIN: carriedOn,
  // Of several packages a cancelled one may be carried all the same.
  DELIVERED: carriedOn,
  RETURNED: carriedOn,
  LOST: carriedOn,
  CANCELLED: carriedOn,
  CANCELLED_BY_COURIER: carriedOn,
};

/** What the goods must have passed before a state. Waiting in a shop and being on hold prove themselves only. */
const PASSED: Partial<Record<Status, readonly Status[]>> = {
  IN_TRANSIT: ['PICKED_UP'],
  ON_HOLD: ['PICKED_UP'],
  OUT_FOR_DELIVERY: ['PICKED_UP', 'IN_TRANSIT'],
  AVAILABLE_FOR_PICKUP: ['PICKED_UP', 'IN_TRANSIT'],
  DELIVERY_FAILED: ['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY'],
  DELIVERED: ['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY'],
  RETURN_TO_ORIGIN: ['PICKED_UP'],
  RETURNED: ['PICKED_UP', 'RETURN_TO_ORIGIN'],
  LOST: ['PICKED_UP'],
};
/** How far a state is on the way. A step that is not farther than the state before was passed already. */
const PROGRESS: Partial<Record<Status, number>> = {
  PICKED_UP: 1,
  ON_HOLD: 2,
  IN_TRANSIT: 2,
  OUT_FOR_DELIVERY: 3,
  AVAILABLE_FOR_PICKUP: 3,
  DELIVERY_FAILED: 3,
  RETURN_TO_ORIGIN: 4,
  DELIVERED: 5,
  RETURNED: 5,
  LOST: 5,
};

/** The states between two that the courier did not scan and the goods must have passed, in order. */
export function inferredBetween(from: Status, to: Status): Status[] {
  // A correction proves a mistake, not a way.
  if (isFinal(from)) return [];
  const reached = PROGRESS[from] ?? 0;
  return (PASSED[to] ?? []).filter((status) => (PROGRESS[status] as number) > reached);
}
