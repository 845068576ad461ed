import { invalid, Refusal } from '@qafila/envelopes/refusal';
import Stripe from 'stripe';
import { INQUIRY } from '../../limits.ts';
import type { Callback, PayoutNotice, ReceivedCall } from '../callback.ts';
import { disputeNotice } from './stripe-disputes.ts';
import { fromStripe } from './stripe-money.ts';
import { idOf, OPERATION } from './stripe-reports.ts';

const NOT_OURS = new Refusal(401, 'signature_mismatch', 'The signature of this callback is invalid or too old.');

/** Verifies the signature under one of the secrets, and reads what the event is about. */
export function readStripeCallback(call: ReceivedCall, secrets: readonly string[]): Callback {
  for (const secret of secrets) {
    const event = verifiedEvent(call, secret);
    if (event !== null) return callbackOf(event);
  }
  throw NOT_OURS;
}

/** Null: not signed under this secret. */
function verifiedEvent({ rawBody, headers, nowMs }: ReceivedCall, secret: string): Stripe.Event | null {
  const signature = headers['stripe-signature'] ?? '';
  const seconds = INQUIRY.callbackAgeMsMax / 1_000;
  try {
    return Stripe.webhooks.constructEvent(rawBody, signature, secret, seconds, undefined, nowMs);
  } catch (error) {
    // The package parses a body that it has verified. Its other errors, of several classes, are about the signature.
    if (error instanceof SyntaxError) throw invalid('body', 'A callback has a JSON body.');
    return null;
  }
}

/** Events may come late and in another order, so the receiver inquires the operation that an event is about. */
function callbackOf(event: Stripe.Event): Callback {
  const { id, type } = event;
  // Each kind of event has its own object; what is read is checked where it is read.
  const object = event.data.object as unknown as Record<string, unknown>;
  if (type.startsWith('charge.dispute.')) {
    const dispute = disputeNotice(event.data.object as Stripe.Dispute, event.created);
    return { kind: 'dispute', id, type, dispute };
  }
  if (type.startsWith('payout.')) return { kind: 'payout', id, type, payout: payoutOf(event) };
  const operationId = operationOf(object);
  const isAboutMoney = operationId !== null || object.object === 'refund';
  if (!isAboutMoney) return { kind: 'other', id, type };
  const reference = idOf(object.payment_intent as string | null) ?? textOf(object.id);
  const report = { kind: 'unknown', why: `Stripe reports ${type}` } as const;
  return { kind: 'operation', id, type, operationId, reference, report };
}

function operationOf(object: Record<string, unknown>): string | null {
  if (object.object === 'checkout.session') return textOf(object.client_reference_id);
  const metadata = object.metadata as Record<string, unknown> | null | undefined;
  return textOf(metadata?.[OPERATION]);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function payoutOf(event: Stripe.Event): PayoutNotice {
  const payout = event.data.object as Stripe.Payout;
  return {
    reference: payout.id,
    status: payout.status as PayoutNotice['status'],
    amount: fromStripe(payout.amount, payout.currency),
    currency: payout.currency.toUpperCase(),
    arrivalAt: payout.arrival_date ? new Date(payout.arrival_date * 1_000).toISOString() : null,
  };
}
