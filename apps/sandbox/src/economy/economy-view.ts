import { fromMinorUnits } from '@qafila/money/minor-units';
import type { CallbackContent } from '../entities/callback.entity.ts';
import type { ParcelRow, Reason, ScanFact, ScanKind, ScanRow } from '../entities/parcel.entity.ts';
import { serviceName } from '../parcels/book-parcel.ts';

/** The courier scans no single pieces. */
const STATUSES: Record<Exclude<ScanKind, 'piece_delivered'>, string> = {
  ready: '10',
  pickup_failed: '12',
  picked_up: '20',
  transit: '30',
  weighed: '33',
  arrived: '35',
  out: '40',
  shop: '45',
  hold: '50',
  released: '55',
  failed: '60',
  rto: '70',
  returned: '75',
  delivered: '80',
  lost: '90',
  cancelled: '98',
  courier_cancelled: '99',
};
const REASONS: Record<Reason, string> = {
  not_there: 'R01',
  refused: 'R02',
  address: 'R03',
  customs: 'R04',
  closed: 'R05',
};
/** The times are those of Riyadh (UTC+3), without an offset in the text. */
const RIYADH_MS = 3 * 3_600_000;

export function economyBooking(parcel: ParcelRow, replayed: boolean): Record<string, unknown> {
  const { waybill, reference, service, sort_code: sort } = parcel;
  return {
    RC: '00',
    MSG: 'OK',
    AWB: waybill,
    REF: reference,
    PRODUCT: service,
    PRODUCT_NAME: serviceName(parcel),
    SORT: sort,
    REPLAY: replayed ? 'Y' : 'N',
  };
}

export function economyEvent(
  parcel: ParcelRow,
  { kind, reason, city, country, occurred_at: occurredAt }: ScanRow,
): Record<string, unknown> {
  const isDelivered = kind === 'delivered';
  const hasCash = isDelivered && parcel.currency !== null;
  const time = new Date(occurredAt.getTime() + RIYADH_MS).toISOString().replace(/[-:T]|\..*/g, '');
  return {
    ST: STATUSES[kind as keyof typeof STATUSES],
    TS: time,
    CITY: city,
    CTRY: country,
    RSN: reason === null ? '' : REASONS[reason],
    POD: isDelivered ? parcel.signed_by : '',
    COD: hasCash ? fromMinorUnits(BigInt(parcel.cod_minor), parcel.currency as string) : '',
    CUR: hasCash ? parcel.currency : '',
  };
}

export function economyNotice({ parcel, scan }: ScanFact, id: string): CallbackContent {
  const event = economyEvent(parcel, scan);
  return {
    event: `ST ${String(event.ST)}`,
    body: { NOTIFY_ID: id, AWB: parcel.waybill, REF: parcel.reference, EVENTS: [event] },
  };
}
