import type { CallbackContent } from '../entities/callback.entity.ts';
import type { ParcelRow, Reason, ScanFact, ScanKind, ScanRow } from '../entities/parcel.entity.ts';
import { serviceName } from '../parcels/book-parcel.ts';

const CODES: Record<ScanKind, readonly [code: string, description: string]> = {
  ready: ['RDY', 'Ready for pick-up'],
  pickup_failed: ['PUF', 'Pick-up failed'],
  picked_up: ['PUP', 'Picked up'],
  transit: ['DEP', 'Left the origin depot'],
  weighed: ['WGH', 'Weighed again'],
  arrived: ['ARR', 'Arrived at the destination depot'],
  hold: ['HLD', 'On hold'],
  released: ['REL', 'Released'],
  out: ['OFD', 'Out for delivery'],
  shop: ['SHP', 'Waits in the parcel shop'],
  failed: ['DLF', 'Delivery failed'],
  rto: ['RTO', 'On its way back'],
  returned: ['RTD', 'Returned to the sender'],
  piece_delivered: ['DLV', 'Delivered'],
  delivered: ['DLV', 'Delivered'],
  lost: ['LST', 'Lost'],
  cancelled: ['CXL', 'Cancelled as asked'],
  courier_cancelled: ['CXC', 'Cancelled by us'],
};
const REASONS: Record<Reason, string> = {
  not_there: 'CNA',
  refused: 'REF',
  address: 'ADR',
  customs: 'CUS',
  closed: 'CLO',
};

export function expressShipment(
  parcel: ParcelRow,
  { replayed, pending = false }: { replayed: boolean; pending?: boolean },
): Record<string, unknown> {
  return {
    status: shipmentStatus(parcel, pending),
    waybill: pending ? null : parcel.waybill,
    reference: parcel.reference,
    orderReference: parcel.merchant_reference,
    service: { code: parcel.service, name: serviceName(parcel) },
    sortCode: parcel.sort_code,
    pieces: parcel.pieces,
    replayed,
  };
}

function shipmentStatus({ cancelled_at: cancelledAt }: ParcelRow, pending: boolean): string {
  if (pending) return 'processing';
  return cancelledAt === null ? 'booked' : 'cancelled';
}

export function expressScan(
  parcel: ParcelRow,
  { number, kind, reason, piece, city, country, occurred_at: at }: ScanRow,
): Record<string, unknown> {
  const [code, description] = CODES[kind];
  const isDelivered = kind === 'delivered';
  // The driver collects with the last piece.
  const hasCash = isDelivered && parcel.currency !== null;
  return {
    scanId: `${parcel.waybill}-${number}`,
    code,
    description,
    piece,
    occurredAt: at.toISOString(),
    city,
    country,
    reason: reason === null ? null : REASONS[reason],
    signedBy: isDelivered ? parcel.signed_by : null,
    collected: hasCash ? { amount: Number(parcel.cod_minor), currency: parcel.currency } : null,
  };
}

export function expressWebhook({ parcel, scan, sequence, createdAt }: ScanFact, id: string): CallbackContent {
  const scanView = expressScan(parcel, scan);
  const { waybill, reference } = parcel;
  return {
    event: `scan.${String(scanView.code)}`,
    body: { id, type: 'scan', sequence, createdAt: createdAt.toISOString(), waybill, reference, scan: scanView },
  };
}
