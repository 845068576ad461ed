import { truncate } from '@qafila/runtime/truncate';
import type { Fields } from '@qafila/json/fields';
import type { PickupRequest } from '../daily-work.ts';
import { offsetOfZone } from '../local-time.ts';
import { DHL_LIMITS } from './dhl-limits.ts';
import { contact, postalAddress } from './dhl-party.ts';
import { dhlTime } from './dhl-shipment.ts';

/** The body of POST /pickups. */
export function dhlPickup(
  { address, readyAtMs, closeTime, timeZone, parcels, note }: PickupRequest,
  accountNumber: string,
): Fields {
  return {
    plannedPickupDateAndTime: dhlTime(readyAtMs, offsetOfZone(timeZone, readyAtMs)),
    closeTime,
    locationType: 'business',
    accounts: [{ typeCode: 'shipper', number: accountNumber }],
    ...(note !== undefined && { specialInstructions: [{ value: truncate(note, DHL_LIMITS.noteCharactersMax) }] }),
    customerDetails: {
      shipperDetails: { postalAddress: postalAddress(address), contactInformation: contact(address) },
    },
    shipmentDetails: parcels.slice(0, DHL_LIMITS.linesMax).map(({ awb, weightGrams, pieces }) => ({
      // DHL plans the driver's space; the booking has the product.
      productCode: 'P',
      isCustomsDeclarable: false,
      unitOfMeasurement: 'metric',
      shipmentTrackingNumber: awb,
      packages: Array.from({ length: pieces }, () => ({
        weight: Math.max(Math.round(Number(weightGrams) / pieces) / 1_000, 0.001),
      })),
    })),
  };
}
