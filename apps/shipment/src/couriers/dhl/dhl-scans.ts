import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { ScanStatus } from '../../state/status.ts';
import type { CourierScan } from '../courier.ts';
import { atOffset, offsetOfCountry } from '../local-time.ts';

interface Meaning {
  status: ScanStatus;
  reasonCode?: string;
}

/** DHL Express's codes of checkpoints. Those that say nothing of the goods (SC, PY, CS, PD) are left out. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ...meaning('PICKED_UP', 'PU SA'),
  ...meaning('IN_TRANSIT', 'PL DF AF AR FD TR TP SM IC CR RR BR MS MC MD'),
  ...meaning('OUT_FOR_DELIVERY', 'WC'),
  ...meaning('AVAILABLE_FOR_PICKUP', 'CC'),
  ...meaning('ON_HOLD', 'OH SS AD'),
  ...meaning('ON_HOLD', 'CD UD BN HP', 'customs_clearance_issue'),
  ...meaning('DELIVERY_FAILED', 'NH CA', 'customer_not_available'),
  ...meaning('DELIVERY_FAILED', 'BA CM', 'incorrect_address_details'),
  ...meaning('DELIVERY_FAILED', 'RD', 'refused_by_customer'),
  ...meaning('DELIVERY_FAILED', 'ND'),
  ...meaning('RETURN_TO_ORIGIN', 'RT'),
  ...meaning('DELIVERED', 'OK'),
  ...meaning('DELIVERED', 'DD', 'shipment_damaged'),
  ...meaning('LOST', 'DS', 'shipment_damaged'),
};

function meaning(status: ScanStatus, codes: string, reasonCode?: string): Record<string, Meaning> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, { status, reasonCode }]));
}

/**
 * The scans of a shipment in the answer of GET /tracking. Of several pieces each has its own checkpoints, and those of
 * the shipment repeat them.
 */
export function dhlScans(shipment: Fields): CourierScan[] {
  const awb = textOf(shipment.shipmentTrackingNumber);
  const pieces = listOf(shipment.pieces).filter(({ events }) => listOf(events).length > 0);
  if (pieces.length < 2) return listOf(shipment.events).flatMap((event) => scanOf(awb, event));
  return pieces.flatMap(({ trackingNumber, events }) =>
    listOf(events).flatMap((event) => scanOf(awb, event, textOf(trackingNumber))),
  );
}

/** The area's description is a city and a country: `Riyadh-SA`. */
function scanOf(awb: string, event: Fields, pieceNumber?: string): CourierScan[] {
  const code = textOf(event.typeCode);
  const known = MEANINGS[code];
  const area = /^(.*)-\s*([A-Z]{2})$/.exec(textOf(fieldsOf(listOf(event.serviceArea)[0]).description));
  const [, city, countryCode] = area ?? [];
  const local = `${textOf(event.date)}T${textOf(event.time) || '00:00:00'}`;
  const occurredAtMs = atOffset(local, textOf(event.GMTOffset) || offsetOfCountry(countryCode, local));
  if (known === undefined || Number.isNaN(occurredAtMs)) return [];
  return [
    {
      awb,
      ...known,
      occurredAtMs,
      courierStatusCode: code,
      description: textOf(event.description) || undefined,
      city: city?.trim() || undefined,
      countryCode,
      signedBy: textOf(event.signedBy) || undefined,
      pieceNumber: pieceNumber || undefined,
    },
  ];
}
