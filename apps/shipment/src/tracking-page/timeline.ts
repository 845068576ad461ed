import type { HistoryRow } from '../shipments/history.entity.ts';
import { isCancelled } from '../state/status.ts';
import type { Status } from '../state/status.ts';

/** The states that receivers read of. The others are between the store and the courier. */
export const SHOWN = [
  'BOOKED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ON_HOLD',
  'OUT_FOR_DELIVERY',
  'AVAILABLE_FOR_PICKUP',
  'DELIVERY_FAILED',
  'DELIVERED',
  'RETURN_TO_ORIGIN',
  'RETURNED',
  'LOST',
  'CANCELLED',
] as const satisfies readonly Status[];
export type ShownStatus = (typeof SHOWN)[number];

export interface TimelineEntry {
  status: ShownStatus;
  at: Date;
  city: string | null;
  reasonCode: string | null;
  /** 0: the whole shipment. */
  packageNumber: number;
}

/** What a receiver reads of a state. */
export function shownStatus(status: Status): ShownStatus | 'PENDING' {
  if (isCancelled(status)) return 'CANCELLED';
  if (status === 'PENDING' || status === 'BOOKING_FAILED') return 'PENDING';
  return (SHOWN as readonly Status[]).includes(status) ? (status as ShownStatus) : 'BOOKED';
}

/**
 * The timeline, newest first. States without a scan, and what the store did, are left out; so is a scan that says
 * the same as the one before it at the same place.
 */
export function timelineOf(history: readonly HistoryRow[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const row of history) {
    const status = shownStatus(row.status);
    if (status === 'PENDING' || row.source === 'inferred' || row.action !== null || !isShown(row.status)) continue;
    const last = entries.at(-1);
    const repeats = last?.status === status && last.city === row.city && last.packageNumber === row.package_number;
    if (repeats && status !== 'DELIVERY_FAILED') continue;
    entries.push({
      status,
      at: row.occurred_at,
      city: row.city,
      reasonCode: row.reason_code,
      packageNumber: row.package_number,
    });
  }
  return entries.reverse();
}

function isShown(status: Status): boolean {
  return (SHOWN as readonly Status[]).includes(status) || isCancelled(status);
}

export type Step = 'confirmed' | 'shipped' | 'out' | 'delivered';
export const STEPS: readonly Step[] = ['confirmed', 'shipped', 'out', 'delivered'];

const REACHED: Record<ShownStatus | 'PENDING', number | undefined> = {
  PENDING: 0,
  BOOKED: 0,
  PICKED_UP: 1,
  IN_TRANSIT: 1,
  ON_HOLD: 1,
  OUT_FOR_DELIVERY: 2,
  AVAILABLE_FOR_PICKUP: 2,
  DELIVERY_FAILED: 2,
  DELIVERED: 3,
  // These lead away from the receiver.
  RETURN_TO_ORIGIN: undefined,
  RETURNED: undefined,
  LOST: undefined,
  CANCELLED: undefined,
};

/** The index of the step that is reached; undefined when the goods no longer come. */
export function reachedStep(shown: ShownStatus | 'PENDING'): number | undefined {
  return REACHED[shown];
}
