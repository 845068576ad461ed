import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid, Refusal } from '@qafila/envelopes/refusal';
import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { Callback, DisputeNotice, ReceivedCall } from '../callback.ts';
import { header, minorOf } from '../exchange.ts';
import { OPERATION } from './checkout-com-reports.ts';

const NOT_OURS = new Refusal(401, 'signature_mismatch', 'The signature of this callback is invalid.');

/** Verifies `Cko-Signature`, an HMAC of the raw body under one of the secrets, and reads what the event is about. */
export function readCheckoutComCallback({ rawBody, headers }: ReceivedCall, secrets: readonly string[]): Callback {
  const given = Buffer.from(header(headers, 'cko-signature'), 'hex');
  const isSigned = secrets.some((secret) => {
    const due = createHmac('sha256', secret).update(rawBody).digest();
    return given.length === due.length && timingSafeEqual(given, due);
  });
  if (!isSigned) throw NOT_OURS;
  return callbackOf(parse(rawBody));
}

function parse(rawBody: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(rawBody.toString('utf8')));
  } catch {
    throw invalid('body', 'A callback has a JSON body.');
  }
}

/** Events come more than once and in any order, so the receiver inquires the operation that an event is about. */
function callbackOf(event: Fields): Callback {
  const [id, type, data] = [textOf(event.id), textOf(event.type), fieldsOf(event.data)];
  const status = DISPUTE_STATUS[type];
  if (status !== undefined) return { kind: 'dispute', id, type, dispute: disputeOf(status, data, event.created_on) };
  if (!type.startsWith('payment_')) return { kind: 'other', id, type };
  const operationId = textOf(fieldsOf(data.metadata)[OPERATION]) || textOf(data.reference) || null;
  const report = { kind: 'unknown', why: `Checkout.com reports ${type}` } as const;
  return { kind: 'operation', id, type, operationId, reference: textOf(data.id) || null, report };
}

const DISPUTE_STATUS: Partial<Record<string, DisputeNotice['status']>> = {
  dispute_received: 'opened',
  dispute_evidence_required: 'opened',
  dispute_evidence_submitted: 'under_review',
  dispute_evidence_acknowledged_by_scheme: 'under_review',
  dispute_arbitration_sent_to_scheme: 'under_review',
  dispute_won: 'won',
  dispute_resolved: 'won',
  dispute_canceled: 'won',
  dispute_arbitration_won: 'won',
  dispute_arbitration_lost: 'lost',
  dispute_lost: 'lost',
  dispute_accepted: 'accepted',
  dispute_expired: 'expired',
};

/** `created` is the time of the event, by which late and repeated ones are recognised. */
function disputeOf(status: DisputeNotice['status'], data: Fields, created: unknown): DisputeNotice {
  const at = Date.parse(textOf(created));
  return {
    reference: textOf(data.id),
    paymentReference: textOf(data.payment_id) || null,
    status,
    amount: minorOf(data.amount),
    currency: textOf(data.currency),
    reason: textOf(data.category) || textOf(data.reason_code),
    evidenceDueAt: textOf(data.evidence_required_by) || null,
    ...(Number.isNaN(at) ? {} : { at: new Date(at).toISOString() }),
  };
}
