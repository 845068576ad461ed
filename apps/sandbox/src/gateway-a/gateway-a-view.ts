import type { CallbackContent } from '../entities/callback.entity.ts';
import { eciOf, leftToCapture } from '../entities/payment.entity.ts';
import type { OperationRow, PaymentFact, PaymentRow } from '../entities/payment.entity.ts';
import { cardOf } from '../levers/test-cards.ts';
import { pageAddress } from '../payments/page-address.ts';
import type { Sandbox } from '../sandbox.ts';

/** The gateway's own codes and messages for the ISO 8583 codes. */
export const A_CODES: Record<string, readonly [code: string, message: string]> = {
  '05': ['card_declined', 'The card was declined.'],
  '41': ['lost_card', 'The card was reported lost or stolen.'],
  '51': ['insufficient_funds', 'The card has insufficient funds.'],
  '54': ['expired_card', 'The card has expired.'],
  '59': ['suspected_fraud', 'The payment was refused as risky.'],
  '61': ['limit_exceeded', "The amount exceeds the card's limit."],
  '91': ['processor_unavailable', 'The processor is unavailable. Nothing was done.'],
  '96': ['system_malfunction', 'The payment system is out of order. Nothing was done.'],
  A1: ['authentication_failed', 'The cardholder was not authenticated.'],
  C1: ['canceled_by_customer', 'The payment was canceled.'],
  T1: ['session_expired', 'The session has expired.'],
  E422: ['amount_too_large', 'The amount is larger than what is left.'],
};

const ISO_DOWN: ReadonlySet<string> = new Set(['91', '96']);
const UNPAID: ReadonlySet<string> = new Set(['declined', 'canceled', 'expired']);

function decline(code: string | null): {
  decline_code: string | null;
  decline_message: string | null;
  retryable: boolean;
} {
  const [name, message] =
    code === null ? [null, null] : (A_CODES[code] ?? (A_CODES['05'] as readonly [string, string]));
  return { decline_code: name, decline_message: message, retryable: code !== null && ISO_DOWN.has(code) };
}

export function paymentA(sandbox: Sandbox, payment: PaymentRow, replayed = false): Record<string, unknown> {
  const card = cardOf(payment.card_brand, payment.card_last4);
  return {
    object: 'payment',
    id: payment.id,
    merchant_reference: payment.reference,
    order_reference: payment.order_reference,
    status: payment.status,
    amount: Number(payment.amount_minor),
    currency: payment.currency,
    capture: payment.capture,
    capturable_amount: Number(leftToCapture(payment)),
    captured_amount: Number(payment.captured_minor),
    refunded_amount: Number(payment.refunded_minor),
    page_url: payment.status === 'open' || payment.status === 'challenge' ? pageAddress(sandbox, payment) : null,
    ...decline(UNPAID.has(payment.status) ? payment.code : null),
    card:
      card === undefined
        ? null
        : {
            brand: card.brand,
            last4: payment.card_last4,
            bin: card.number.slice(0, 6),
            funding: card.funding,
            issuer: 'Sandbox Bank',
            country: 'SA',
          },
    three_d_secure: payment.secure,
    eci: eciOf(payment),
    created_at: payment.created_at.toISOString(),
    updated_at: payment.updated_at.toISOString(),
    expires_at: payment.expires_at?.toISOString() ?? null,
    replayed,
  };
}

export function operationA(payment: PaymentRow, operation: OperationRow, replayed = false): Record<string, unknown> {
  return {
    object: operation.kind,
    id: operation.id,
    payment_id: payment.id,
    merchant_reference: operation.reference,
    status: operation.status,
    amount: Number(operation.amount_minor),
    currency: payment.currency,
    ...decline(operation.status === 'failed' ? operation.code : null),
    created_at: operation.created_at.toISOString(),
    updated_at: operation.updated_at.toISOString(),
    replayed,
  };
}

/**
 * The stored body contains brand and last four digits of the card. The card's first six digits are added when it is
 * sent.
 */
export function gatewayACallback(sandbox: Sandbox, { payment, operation }: PaymentFact, id: string): CallbackContent {
  const {
    replayed: _replayed,
    page_url: _pageUrl,
    ...data
  } = operation === null ? paymentA(sandbox, payment) : (operationA(payment, operation) as Record<string, unknown>);
  if (data.card != null) data.card = { ...data.card, bin: null };
  const type = `${String(data.object)}.${String(data.status)}`;
  return {
    event: type,
    body: { id, type, sequence: payment.sequence, created_at: sandbox.clock.now().toISOString(), data },
  };
}
