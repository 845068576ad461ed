import type { ShipmentNotification } from '@qafila/contracts/shipment-events';

export const FINAL_STATUSES = ['DELIVERED', 'CANCELLED', 'CANCELLED_BY_COURIER', 'RETURNED', 'LOST', 'BOOKING_FAILED'];

/** Counts the shipments by the final status that their notifications report. */
export function endsOf(notifications: readonly ShipmentNotification[]): Record<string, number> {
  const changes = notifications.filter(({ event }) => event === 'shipment.status.changed');
  const left = new Set(changes.map(({ shipmentId, previousStatus }) => `${shipmentId} ${previousStatus}`));
  // A status that was left again is not final; one that is entered twice (a failed delivery) counts by its last time.
  const ends = new Map(
    changes
      .filter(
        ({ shipmentId, shipmentStatus }) =>
          FINAL_STATUSES.includes(shipmentStatus) && !left.has(`${shipmentId} ${shipmentStatus}`),
      )
      .map(({ shipmentId, shipmentStatus }) => [shipmentId, shipmentStatus]),
  );
  return countBy([...ends.values()], (status) => status);
}

export function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

/** The cash that the notifications report as collected. */
export function cashOf(notifications: readonly ShipmentNotification[]): Record<string, number> {
  return sumByCurrency(
    notifications
      .filter(({ event }) => event === 'shipment.delivered')
      .map(({ currency, codCollected }) => [currency, codCollected]),
  );
}

/** Sums amounts of two decimals by currency, in minor units. */
export function sumByCurrency(
  amounts: readonly (readonly [currency: unknown, amount: number | null])[],
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [currency, amount] of amounts)
    if (amount !== null && amount > 0)
      sums[currency as string] = (sums[currency as string] ?? 0) + Math.round(amount * 100);
  return sums;
}
