import { fieldsOf, listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import { CodeBook, codesMeaning } from '../code-book.ts';
import type { CodeLog } from '../code-book.ts';
import type { ReportedScan } from '../courier.ts';
import { atOffset, offsetOfCountry } from '../local-time.ts';

/** DHL Express's codes of checkpoints. */
const SCANS = {
  ...codesMeaning('PICKED_UP', 'PU SA'),
  ...codesMeaning('IN_TRANSIT', 'PL DF AF AR FD TR TP SM IC CR RR BR MS MC MD'),
  ...codesMeaning('OUT_FOR_DELIVERY', 'WC'),
  ...codesMeaning('AVAILABLE_FOR_PICKUP', 'CC'),
  ...codesMeaning('ON_HOLD', 'OH SS AD'),
  ...codesMeaning('ON_HOLD', 'CD UD BN HP', 'customs_clearance_issue'),
  ...codesMeaning('DELIVERY_FAILED', 'NH CA', 'customer_not_available'),
  ...codesMeaning('DELIVERY_FAILED', 'BA CM', 'incorrect_address_details'),
  ...codesMeaning('DELIVERY_FAILED', 'RD', 'refused_by_customer'),
  ...codesMeaning('DELIVERY_FAILED', 'ND'),
  ...codesMeaning('RETURN_TO_ORIGIN', 'RT'),
  ...codesMeaning('DELIVERED', 'OK'),
  ...codesMeaning('DELIVERED', 'DD', 'shipment_damaged'),
  ...codesMeaning('LOST', 'DS', 'shipment_damaged'),
};

export function dhlCodes(log: CodeLog | undefined): CodeBook {
  // A change of service, a payment, the end of the papers, and one piece of several, which has its own checkpoint.
  return new CodeBook('dhl_express', { scans: SCANS, ignored: ['SC', 'PY', 'CS', 'PD'] }, log);
}

/**
 * The scans of a shipment in the answer of GET /tracking. Of several pieces each has its own checkpoints, and those of
 * the shipment do not say of which piece they are.
 */
export function dhlScans(shipment: Fields, codes: CodeBook): ReportedScan[] {
  const awb = textOf(shipment.shipmentTrackingNumber);
  const pieces = listOf(shipment.pieces);
  // Of several pieces a checkpoint of the shipment may be of one of them only, so the pieces decide.
  const count = Math.max(pieces.length, Number(shipment.numberOfPieces) || 0);
  if (count < 2) return listOf(shipment.events).flatMap((event) => scanOf(codes, { awb, event }));
  return pieces.flatMap(({ trackingNumber, events }) =>
    listOf(events).flatMap((event) => scanOf(codes, { awb, event, pieceNumber: textOf(trackingNumber) })),
  );
}

/** The area's description is a city and a country: `Riyadh-SA`. */
function scanOf(
  codes: CodeBook,
  { awb, event, pieceNumber }: { awb: string; event: Fields; pieceNumber?: string },
): ReportedScan[] {
  const area = /^(.*)-\s*([A-Z]{2})$/.exec(textOf(fieldsOf(listOf(event.serviceArea)[0]).description));
  const [, city, countryCode] = area ?? [];
  const local = `${textOf(event.date)}T${textOf(event.time) || '00:00:00'}`;
  return codes.read({
    awb,
    occurredAtMs: atOffset(local, textOf(event.GMTOffset) || offsetOfCountry(countryCode, local)),
    writtenAt: [event.date, event.time, event.GMTOffset].map(textOf).filter(Boolean).join(' '),
    courierStatusCode: textOf(event.typeCode),
    description: textOf(event.description) || undefined,
    city: city?.trim() || undefined,
    countryCode,
    signedBy: textOf(event.signedBy) || undefined,
    pieceNumber: pieceNumber || undefined,
  });
}
