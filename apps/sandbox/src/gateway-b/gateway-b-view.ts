import type { CallbackContent } from '../entities/callback.entity.ts';
import { eciOf, leftToCapture } from '../entities/payment.entity.ts';
import type { OperationRow, PaymentFact, PaymentRow, PaymentStatus } from '../entities/payment.entity.ts';
import { cardOf } from '../levers/test-cards.ts';
import { pageAddress } from '../payments/page-address.ts';
import type { Sandbox } from '../sandbox.ts';

const RESULTS: Record<string, readonly [category: string, description: string]> = {
  '00': ['APPROVED', 'Approved'],
  '09': ['PENDING', 'In progress'],
  '05': ['DECLINED', 'Do not honour'],
  '41': ['DECLINED', 'Lost card'],
  '51': ['DECLINED', 'Not sufficient funds'],
  '54': ['DECLINED', 'Expired card'],
  '59': ['RISK', 'Suspected fraud'],
  '61': ['DECLINED', 'Exceeds amount limit'],
  '91': ['UNAVAILABLE', 'Issuer or switch inoperative'],
  '96': ['UNAVAILABLE', 'System malfunction'],
  A1: ['AUTHENTICATION', 'Cardholder not authenticated'],
  C1: ['CANCELLED', 'Cancelled'],
  T1: ['EXPIRED', 'Session expired'],
  V0: ['VOIDED', 'Authorisation released'],
  E400: ['INVALID', 'Invalid field'],
  E401: ['INVALID', 'Unknown key'],
  E404: ['INVALID', 'Unknown reference'],
  E409: ['INVALID', 'Conflict'],
  E422: ['INVALID', 'Amount too large'],
  E500: ['UNAVAILABLE', 'Internal error'],
  E503: ['UNAVAILABLE', 'Down'],
};

export interface ResultB {
  code: string;
  category: string;
  description: string;
}

export function resultB(code: string, description?: string): ResultB {
  const [category, standardDescription] = RESULTS[code] ?? ['DECLINED', 'Declined'];
  return { code, category, description: description ?? standardDescription };
}

const STATES: Partial<Record<PaymentStatus, string>> = {
  open: 'CREATED',
  challenge: 'PENDING_AUTHENTICATION',
  authorized: 'AUTHORIZED',
  captured: 'CAPTURED',
  declined: 'DECLINED',
  canceled: 'CANCELLED',
  expired: 'EXPIRED',
  voided: 'VOIDED',
};

export function orderB(sandbox: Sandbox, payment: PaymentRow): Record<string, unknown> {
  const card = cardOf(payment.card_brand, payment.card_last4);
  return {
    orderId: payment.id,
    merchantReference: payment.reference,
    orderReference: payment.order_reference,
    state: STATES[payment.status],
    intent: payment.capture ? 'SALE' : 'AUTHORIZE',
    amount: { value: Number(payment.amount_minor), currency: payment.currency },
    capturableAmount: Number(leftToCapture(payment)),
    capturedAmount: Number(payment.captured_minor),
    refundedAmount: Number(payment.refunded_minor),
    hostedPageUrl: payment.status === 'open' || payment.status === 'challenge' ? pageAddress(sandbox, payment) : null,
    result: resultB(payment.code ?? '09'),
    card:
      card === undefined
        ? null
        : {
            scheme: card.brand.toUpperCase(),
            lastFour: payment.card_last4,
            bin: card.number.slice(0, 6),
            funding: card.funding.toUpperCase(),
            issuer: 'Sandbox Bank',
            country: 'SA',
          },
    authentication: payment.secure?.toUpperCase() ?? null,
    eci: eciOf(payment),
    createdAt: payment.created_at.toISOString(),
    updatedAt: payment.updated_at.toISOString(),
    expiresAt: payment.expires_at?.toISOString() ?? null,
  };
}

const TYPES: Record<OperationRow['kind'], string> = {
  capture: 'CAPTURE',
  void: 'CANCEL',
  refund: 'REFUND',
  reversal: 'REFUND',
};
const OPERATION_STATES: Record<OperationRow['status'], string> = {
  succeeded: 'DONE',
  pending: 'PENDING',
  failed: 'FAILED',
};

export function transactionB(payment: PaymentRow, operation: OperationRow): Record<string, unknown> {
  return {
    transactionId: operation.id,
    orderId: payment.id,
    merchantReference: operation.reference,
    type: TYPES[operation.kind],
    state: OPERATION_STATES[operation.status],
    amount: { value: Number(operation.amount_minor), currency: payment.currency },
    result: resultB(operation.code ?? '09'),
    createdAt: operation.created_at.toISOString(),
    updatedAt: operation.updated_at.toISOString(),
  };
}

/** The whole answer. The top-level result is that of the transaction if there is one, else that of the order. */
export function answerB(
  sandbox: Sandbox,
  { payment, operation }: PaymentFact,
  replayed = false,
): Record<string, unknown> {
  return {
    result: resultB((operation ?? payment).code ?? '09'),
    order: orderB(sandbox, payment),
    transaction: operation === null ? null : transactionB(payment, operation),
    replayed,
  };
}

/**
 * The stored body contains brand and last four digits of the card. The card's first six digits are added when it is
 * sent.
 */
export function gatewayBCallback(sandbox: Sandbox, { payment, operation }: PaymentFact, id: string): CallbackContent {
  const order = orderB(sandbox, payment);
  const transaction = operation === null ? null : transactionB(payment, operation);
  const eventType =
    transaction === null ? `ORDER_${String(order.state)}` : `${String(transaction.type)}_${String(transaction.state)}`;
  return {
    event: eventType,
    body: {
      notificationId: id,
      eventType,
      sequence: payment.sequence,
      createdAt: sandbox.clock.now().toISOString(),
      order: { ...order, hostedPageUrl: null, card: order.card == null ? null : { ...order.card, bin: null } },
      transaction,
    },
  };
}
