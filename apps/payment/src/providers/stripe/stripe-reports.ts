import type Stripe from 'stripe';
import type { Authentication, Facts, ProviderReport, SavedInstrument } from '../provider.ts';
import { declined } from './stripe-errors.ts';
import { fromStripe } from './stripe-money.ts';

/** What our requests leave in Stripe's objects: our id of the operation. */
export const OPERATION = 'qafila_operation';
/** The merchant's name of the order, which they find in Stripe's dashboard. */
export const ORDER = 'order_reference';
export const METADATA_CHARACTERS_MAX = 500;
const DONE = { code: '000', message: 'Completed' };

/** What Stripe says of a payment. It is the state of the payment, whichever request asks. */
export function reportOfIntent(intent: Stripe.PaymentIntent): ProviderReport {
  const facts = factsOf(intent);
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'captured', amount: fromStripe(intent.amount_received, intent.currency), ...facts, ...DONE };
    case 'requires_capture':
      return { kind: 'authorised', ...facts, ...DONE };
    case 'canceled':
      return { kind: 'voided', ...facts };
    case 'processing':
      return { kind: 'pending', ...facts };
    case 'requires_payment_method':
      return { ...facts, ...declined(intent.last_payment_error) };
    default:
      // The customer is asked to authenticate. Stripe's page does that; a charge without them cannot.
      return { kind: 'pending', ...facts };
  }
}

/** What Stripe says of a payment on its page. */
export function reportOfSession(session: Stripe.Checkout.Session): ProviderReport {
  const intent = objectOf(session.payment_intent);
  if (session.status === 'open') {
    return session.url === null
      ? { kind: 'pending', reference: session.id }
      : { kind: 'action', action: { kind: 'redirect', url: session.url }, reference: session.id };
  }
  if (intent !== null) return reportOfIntent(intent);
  if (session.status === 'expired')
    return { ...declined({ code: 'session_expired', message: 'The page has expired.' }), reference: session.id };
  return { kind: 'pending', reference: session.id };
}

export function reportOfRefund(refund: Stripe.Refund): ProviderReport {
  switch (refund.status) {
    case 'succeeded':
      return { kind: 'refunded' };
    case 'failed':
    case 'canceled':
      return declined({ code: refund.failure_reason ?? refund.status, message: 'The refund failed at Stripe.' });
    default:
      return { kind: 'pending' };
  }
}

function factsOf(intent: Stripe.PaymentIntent): Facts {
  const charge = objectOf(intent.latest_charge);
  const card = charge?.payment_method_details?.card;
  const fee = feeOf(charge, intent.currency);
  const saved = card === undefined || card === null ? undefined : savedOf(intent, card);
  return {
    reference: intent.id,
    ...(card === undefined || card === null ? {} : cardFacts(card)),
    ...(fee === undefined ? {} : { fee }),
    ...(saved === undefined ? {} : { saved }),
  };
}

function cardFacts(card: Stripe.Charge.PaymentMethodDetails.Card): Facts {
  const { three_d_secure: threeDSecure } = card;
  const authentication =
    threeDSecure === null || threeDSecure === undefined ? undefined : readThreeDSecure(threeDSecure);
  return {
    secure: authentication?.liabilityShift === true ? '3DS2' : null,
    instrument: {
      brand: card.brand,
      bin: card.iin ?? null,
      last4: card.last4,
      funding: card.funding,
      issuer: card.issuer ?? null,
      country: card.country,
    },
    ...(authentication === undefined ? {} : { authentication }),
  };
}

/** Stripe keeps the bank liable when it authenticated the cardholder, or answered that it could not. */
function readThreeDSecure(given: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure): Authentication {
  const { result, version, exemption_indicator: exemption } = given;
  return {
    ...(version ? { version } : {}),
    ...(result ? { result } : {}),
    liabilityShift: result === 'authenticated' || result === 'attempt_acknowledged',
    ...(exemption ? { exemption } : {}),
  };
}

/** The actual fee, where Stripe settles in the payment's currency. */
function feeOf(charge: Stripe.Charge | null, currency: string): bigint | undefined {
  const booked = objectOf(charge?.balance_transaction ?? null);
  if (booked === null || booked.currency !== currency) return undefined;
  return fromStripe(booked.fee, booked.currency);
}

/** The customer and their instrument, as `charge` takes them. */
function savedOf(
  intent: Stripe.PaymentIntent,
  card: Stripe.Charge.PaymentMethodDetails.Card,
): SavedInstrument | undefined {
  if (intent.setup_future_usage !== 'off_session') return undefined;
  const [customer, method] = [idOf(intent.customer), idOf(intent.payment_method)];
  if (customer === null || method === null) return undefined;
  const { brand, last4, exp_month: month, exp_year: year, fingerprint } = card;
  const shown = { brand: brand ?? '', last4: last4 ?? '', exp_month: month, exp_year: year };
  return { token: `${customer}:${method}`, card: { ...shown, fingerprint: fingerprint ?? null } };
}

/** Fields that Stripe fills with an id, or with the object where it was asked to. */
export function objectOf<Value extends object>(value: string | Value | null): Value | null {
  return typeof value === 'object' ? value : null;
}

export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}
