import { listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { ScanStatus } from '../../state/status.ts';
import type { CourierScan } from '../courier.ts';

/** Karrio's words for what happened. `pending` and `unknown` say nothing. */
const STATUSES: Readonly<Record<string, ScanStatus>> = {
  picked_up: 'PICKED_UP',
  in_transit: 'IN_TRANSIT',
  delivery_delayed: 'IN_TRANSIT',
  out_for_delivery: 'OUT_FOR_DELIVERY',
  ready_for_pickup: 'AVAILABLE_FOR_PICKUP',
  on_hold: 'ON_HOLD',
  delivery_failed: 'DELIVERY_FAILED',
  return_to_sender: 'RETURN_TO_ORIGIN',
  delivered: 'DELIVERED',
  cancelled: 'CANCELLED_BY_COURIER',
};

/**
 * The scans of a tracker. Some of its carriers give their events no status; the tracker's own then stands for the
 * newest event.
 */
export function karrioScans(awb: string, tracker: Fields): CourierScan[] {
  const events = listOf(tracker.events)
    .map((event) => ({ event, atMs: timeOf(event) }))
    .filter(({ atMs }) => !Number.isNaN(atMs))
    .sort((left, right) => left.atMs - right.atMs);
  const newest = events.at(-1);
  return events.flatMap(({ event, atMs }) => {
    const own = textOf(event.status);
    const word = own === '' && event === newest?.event ? textOf(tracker.status) : own;
    const status = STATUSES[word];
    if (status === undefined) return [];
    return [
      {
        awb,
        status,
        occurredAtMs: atMs,
        courierStatusCode: codeOf(textOf(event.code), { own, word }),
        description: textOf(event.description) || undefined,
        city: textOf(event.location) || undefined,
      },
    ];
  });
}

/**
 * A scan counts once by its code and time. An event without a status changes its meaning with its tracker, so its code
 * has the tracker's status: `delivered` after `in_transit` is another scan.
 */
function codeOf(code: string, { own, word }: { own: string; word: string }): string {
  if (code === '') return word;
  return own === '' ? `${code}:${word}` : code;
}

/** `timestamp`, or `date` with `time`; a time without a zone is taken as UTC. */
function timeOf({ timestamp, date, time }: Fields): number {
  const text = textOf(timestamp) || [textOf(date), textOf(time) || '00:00'].join('T');
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
