import { conflict } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { formatTimestamp } from './timestamp.ts';
import type { Micros } from './timestamp.ts';

/** What a sender gets for an event that is stored: where it counted, and the meter's value with it. */
export interface Receipt {
  event_id: string;
  counted: boolean;
  reason: string | null;
  meter_version: number;
  /** The period that the event falls in, half-open, UTC. */
  window: { start: string; end: string };
  /** The period's value as committed together with this event; null when the event is not counted. */
  value: string | null;
  /** True when the period was closed: the usage is kept as an adjustment. */
  late: boolean;
  received_at: string;
}

export type Outcome = { receipt: Receipt } | { refusal: Refusal };

/** §7.2: 409. A machine tells a repeat (identical: stop sending) from a clash of ids (identical: false: mend it). */
export function duplicateEvent(eventId: string, claim: { receivedAt: Micros; identical: boolean }): Refusal {
  const message = claim.identical
    ? `event_id ${eventId} was received before, with the same content. It is counted once; there is nothing to do.`
    : `event_id ${eventId} was received before with another content. That one stands; send this usage under an id of its own.`;
  return conflict('duplicate_event', message,
    { event_id: eventId, first_received_at: formatTimestamp(claim.receivedAt), identical: claim.identical }, 'event_id');
}
