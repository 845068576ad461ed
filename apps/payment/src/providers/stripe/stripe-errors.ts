import Stripe from 'stripe';
import type { After, Decline, ProviderReport, StepReport } from '../provider.ts';

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH']);
/** Another gateway may take the payment; the bank has not refused the card. */
const UNAVAILABLE = new Set(['processing_error', 'issuer_not_available', 'try_again_later', 'reenter_transaction']);
/** The cardholder said to their bank that the merchant may charge no more. */
const STOPPED = new Set(['revocation_of_authorization', 'revocation_of_all_authorizations', 'stop_payment_order']);
/** No other try with this card can help. */
const HARD = new Set([
  'do_not_try_again',
  'invalid_account',
  'lost_card',
  'pickup_card',
  'restricted_card',
  'stolen_card',
  ...STOPPED,
]);

/** What a failed call means. A call that may have had its effect is `unknown`. */
export function reportOfError(error: unknown): ProviderReport {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) return declinedBy(error);
  if (error instanceof Stripe.errors.StripeConnectionError) return ofConnection(error);
  // Refused before anything happened: the key is wrong, lacks a permission, or asks too often.
  if (error.statusCode === 401 || error.statusCode === 403 || error.statusCode === 429)
    return { kind: 'not_sent', why: `Stripe refuses the request: ${error.message}` };
  if (error instanceof Stripe.errors.StripeInvalidRequestError && (error.statusCode ?? 0) < 500)
    return {
      kind: 'declined',
      as: 'FAILED',
      then: 'fallback',
      code: error.code ?? 'invalid_request',
      message: error.message,
    };
  return { kind: 'unknown', why: `Stripe answered ${error.statusCode ?? 'nothing'}: ${error.message}` };
}

/** A failed inquiry says nothing of the operation. */
export function reportOfFailedInquiry(error: unknown): ProviderReport {
  const report = reportOfError(error);
  return { kind: 'unknown', why: 'why' in report ? report.why : (report.message ?? 'the inquiry failed') };
}

/** Stripe refuses to detach what is not attached, or does not exist: then it was detached before. */
export function reportOfDetachment(error: unknown): StepReport {
  const report = reportOfError(error);
  if (report.kind === 'declined') {
    const isGone = report.code === 'resource_missing' || /not attached/i.test(report.message ?? '');
    return isGone ? { kind: 'accepted' } : { kind: 'refused', code: report.code, message: report.message };
  }
  return { kind: 'unknown', why: 'why' in report ? report.why : 'Stripe did not answer clearly' };
}

interface CardError {
  code?: string | null;
  decline_code?: string | null;
  advice_code?: string | null;
  message?: string | null;
}

/** The bank's code, where there is one, is more exact than Stripe's. */
export function declined(error: CardError | null | undefined): ProviderReport & { kind: 'declined' } {
  const code = error?.decline_code ?? error?.code ?? 'declined';
  return {
    kind: 'declined',
    as: statusOf(code),
    then: error?.advice_code === 'do_not_try_again' ? 'none' : afterOf(code),
    ...(STOPPED.has(code) ? { isStopped: true } : {}),
    code,
    message: error?.message ?? 'The payment was declined.',
  };
}

function declinedBy(error: InstanceType<typeof Stripe.errors.StripeCardError>): ProviderReport {
  const reference = error.payment_intent?.id;
  return { ...declined(error), ...(reference === undefined ? {} : { reference }) };
}

function statusOf(code: string): Decline {
  if (code === 'fraudulent' || code === 'merchant_blacklist') return 'RISK_DECLINED';
  return code.includes('authentication') ? 'AUTHENTICATION_FAILED' : 'FAILED';
}

function afterOf(code: string): After {
  if (UNAVAILABLE.has(code)) return 'fallback';
  return HARD.has(code) ? 'none' : 'customer';
}

/** The reason of the failure is in `detail`, which is Node's error. */
function ofConnection(error: InstanceType<typeof Stripe.errors.StripeConnectionError>): ProviderReport {
  const code = (error.detail as { code?: string } | undefined)?.code ?? '';
  return NEVER_CONNECTED.has(code)
    ? { kind: 'not_sent', why: `no connection (${code})` }
    : { kind: 'unknown', why: `the reply was lost (${code || error.message})` };
}
