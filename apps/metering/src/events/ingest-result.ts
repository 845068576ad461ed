import { conflict, invalid } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { formatTimestamp } from '../time/timestamp.ts';
import type { Micros } from '../time/timestamp.ts';
import type { EventReceipt } from './receipt.schema.ts';

/** The answer to one usage event, at every entry point. */
export type IngestResult = { receipt: EventReceipt } | { refusal: Refusal };

/** §7.2: 409. `identical` true: a repeat, so the sender can stop. False: two events have the same id. */
export function duplicateEvent(eventId: string, claim: { receivedAt: Micros; identical: boolean }): Refusal {
  const message = claim.identical
    ? `event_id ${eventId} was received before, with the same content. It is counted once; there is nothing to do.`
    : `event_id ${eventId} was received before with other content. Send this usage under another event_id.`;
  return conflict(
    'duplicate_event',
    message,
    { event_id: eventId, first_received_at: formatTimestamp(claim.receivedAt), identical: claim.identical },
    'event_id',
  );
}

export function meterInactive(meterId: string): Refusal {
  return invalid(
    'id',
    `Meter ${meterId} is inactive and accepts no events. Reactivate it, or stop sending.`,
    'meter_inactive',
  );
}
