import type { CallbackContent } from '../entities/callback.entity.ts';
import { isOpen } from '../entities/payment.entity.ts';
import type { OperationRow, PaymentFact, PaymentRow } from '../entities/payment.entity.ts';
import { WALLET_CODES } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';
import { pageAddress } from '../payments/page-address.ts';
import type { Sandbox } from '../sandbox.ts';

/** The answer to one call: the call's result, and the operation's state. */
export function walletAnswer(
  sandbox: Sandbox,
  fact: PaymentFact,
  { code = '000', replayed = false }: { code?: string; replayed?: boolean } = {},
): Record<string, unknown> {
  return {
    response_code: code,
    response_message: WALLET_CODES[code] ?? 'Refused',
    error: null,
    replayed,
    operation: walletOperation(sandbox, fact),
  };
}

function walletOperation(sandbox: Sandbox, { payment, operation }: PaymentFact): Record<string, unknown> {
  if (operation !== null) return operationView(payment, operation);
  const hasEnded = !isOpen(payment.status) && payment.status !== 'pending';
  return {
    type: payment.kind,
    merchant_reference: payment.reference,
    wallet_reference: payment.id,
    original_reference: null,
    status: payment.status,
    ...result(hasEnded ? payment.code : null),
    amount_minor: payment.amount_minor === null ? null : Number(payment.amount_minor),
    currency: payment.currency,
    refunded_minor: Number(payment.refunded_minor),
    phone_last4: payment.phone_last4,
    order_reference: payment.order_reference,
    tries_left: payment.kind === 'charge' ? null : Math.max(0, LIMITS.wrongTriesMax - payment.wrong_tries),
    app_url: payment.status === 'awaiting_app' ? pageAddress(sandbox, payment) : null,
    token: payment.kind === 'subscription' && payment.status === 'active' ? walletToken(sandbox, payment.id) : null,
    created_at: payment.created_at.toISOString(),
    updated_at: payment.updated_at.toISOString(),
    expires_at: isOpen(payment.status) ? (payment.expires_at?.toISOString() ?? null) : null,
  };
}

const STATUS = { succeeded: 'completed', pending: 'pending', failed: 'failed' } as const;

function operationView(payment: PaymentRow, operation: OperationRow): Record<string, unknown> {
  return {
    type: operation.kind,
    merchant_reference: operation.reference,
    wallet_reference: operation.id,
    original_reference: payment.reference,
    status: STATUS[operation.status],
    ...result(operation.status === 'pending' ? null : operation.code),
    amount_minor: Number(operation.amount_minor),
    currency: payment.currency,
    refunded_minor: 0,
    phone_last4: payment.phone_last4,
    order_reference: payment.order_reference,
    tries_left: null,
    app_url: null,
    token: null,
    created_at: operation.created_at.toISOString(),
    updated_at: operation.updated_at.toISOString(),
    expires_at: null,
  };
}

function result(code: string | null): { result_code: string | null; result_message: string | null } {
  return { result_code: code, result_message: code === null ? null : (WALLET_CODES[code] ?? 'Refused') };
}

/** Derived from the secret on every use, so no token is stored. */
export function walletToken({ keys }: Sandbox, id: string): string {
  return `wtok_${keys.derive('token', [id], 48)}`;
}

export function walletCallback(sandbox: Sandbox, fact: PaymentFact, id: string): CallbackContent {
  const { token: _token, app_url: _appUrl, ...operation } = walletOperation(sandbox, fact);
  const event = `${String(operation.type)}.${String(operation.status)}`;
  return {
    event,
    body: {
      event_id: id,
      event,
      sequence: fact.payment.sequence,
      created_at: sandbox.clock.now().toISOString(),
      operation,
    },
  };
}
