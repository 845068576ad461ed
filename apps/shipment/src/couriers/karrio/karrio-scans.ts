import { listOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { ScanStatus } from '../../state/status.ts';
import { CodeBook, unreadable } from '../code-book.ts';
import type { CodeLog } from '../code-book.ts';
import type { ReportedScan } from '../courier.ts';

/** Karrio's words for what happened. */
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
 * Reads Karrio's words. `pending` says nothing; an event that Karrio itself calls `unknown`, or by a word that is not
 * listed, is unreadable.
 */
export function karrioWords(log: CodeLog | undefined): CodeBook {
  const scans = Object.fromEntries(Object.entries(STATUSES).map(([word, status]) => [word, { status }]));
  return new CodeBook('karrio', { scans, ignored: ['', 'pending'] }, log);
}

/**
 * The scans of a tracker. Some of its carriers give their events no status; the tracker's own then stands for the
 * newest event.
 */
export function karrioScans(awb: string, tracker: Fields, words: CodeBook): ReportedScan[] {
  const events = listOf(tracker.events)
    .map((event) => ({ event, ...timeOf(event) }))
    .sort((left, right) => orderOf(left.atMs) - orderOf(right.atMs));
  const newest = events.findLast(({ atMs }) => !Number.isNaN(atMs));
  return events.flatMap(({ event, atMs, writtenAt }) => {
    const own = textOf(event.status);
    const isOfTracker = own === '' && event === newest?.event;
    const word = isOfTracker ? textOf(tracker.status) : own;
    // A tracker is `unknown` until its carrier has reported something: that is no news.
    if (isOfTracker && word === 'unknown') return [];
    const scan = {
      awb,
      occurredAtMs: atMs,
      courierStatusCode: codeOf(textOf(event.code), { own, word }),
      writtenAt,
      description: textOf(event.description) || undefined,
      city: textOf(event.location) || undefined,
    };
    // Without a time it may be the newest, which has the tracker's status.
    return own === '' && Number.isNaN(atMs) ? [unreadable('time', scan)] : words.read(scan, [word]);
  });
}

/**
 * A scan counts once by its code and time. An event without a status changes its meaning with its tracker, so its code
 * has the tracker's status: `delivered` after `in_transit` is another scan.
 */
function codeOf(code: string, { own, word }: { own: string; word: string }): string {
  if (code === '') return word;
  return own === '' && word !== '' ? `${code}:${word}` : code;
}

/** What has no readable time comes last. */
function orderOf(atMs: number): number {
  return Number.isNaN(atMs) ? Number.MAX_SAFE_INTEGER : atMs;
}

/** `timestamp`, or `date` with `time`; a time without a zone is taken as UTC. */
function timeOf({ timestamp, date, time }: Fields): { atMs: number; writtenAt: string } {
  const text = textOf(timestamp) || [textOf(date), textOf(time) || '00:00'].join('T');
  const atMs = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return { atMs, writtenAt: textOf(timestamp) || [date, time].map(textOf).filter(Boolean).join(' ') };
}
