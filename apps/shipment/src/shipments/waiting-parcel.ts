import type { Party } from '../body/party.schema.ts';
import type { HandedOver } from '../couriers/daily-work.ts';
import { BEFORE_PICKUP } from '../state/status.ts';
import { requestOf } from './request-text.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** A parcel that waits for a driver: what is handed over, and where. */
export interface WaitingParcel extends HandedOver {
  origin: Party;
  /** Equal for parcels that one driver finds at one address. */
  originKey: string;
}

/** The courier has booked it and does not have the goods. */
export function isWaiting({ status, awb }: Pick<ShipmentRow, 'status' | 'awb'>): boolean {
  return awb !== null && BEFORE_PICKUP.includes(status);
}

export function waitingParcel(row: ShipmentRow): WaitingParcel {
  const { packages, shipFrom } = requestOf(row.request);
  return {
    awb: row.awb as string,
    shipmentId: row.id,
    draft: row.courier_draft ?? undefined,
    pieces: packages.length,
    weightGrams: packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0n),
    origin: shipFrom,
    originKey: originKeyOf(shipFrom),
  };
}

function originKeyOf({ countryCode, city, shortAddress, buildingNumber, addressLine1, postalCode }: Party): string {
  const place = shortAddress ?? [addressLine1, buildingNumber, postalCode].join('|');
  return [countryCode, city, place].join('|').toLowerCase();
}

/** As decimal text. */
export function kilograms(grams: bigint): string {
  return `${grams / 1_000n}.${(grams % 1_000n).toString().padStart(3, '0')}`;
}
