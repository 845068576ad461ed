import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { ProviderName } from '../companies.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import { unavailableRefusal } from '../http/refusals.ts';
import { downByAmount } from '../levers/amount-lever.ts';
import type { Sandbox } from '../sandbox.ts';
import { claimReference } from './claim-reference.ts';
import { findPayment } from './find-payment.ts';
import { newPayment, paymentId } from './new-payment.ts';
import { savePayment } from './save-payment.ts';

export interface CardPaymentRequest {
  provider: Exclude<ProviderName, 'walletprovider'>;
  reference: string;
  amount: bigint;
  currency: string;
  capture: boolean;
  returnUrl: string;
  callbackUrl: string;
  orderReference: string | null;
  language: string;
  faultHeader?: string;
}
export interface OpenedCardPayment {
  payment: PaymentRow;
  replayed: boolean;
}

/** Opens a hosted page. No money moves before the customer types a card there. */
export async function openCardPayment(sandbox: Sandbox, request: CardPaymentRequest): Promise<OpenedCardPayment> {
  const { provider, reference, orderReference, faultHeader } = request;
  const call = { provider, operation: 'create', identifiers: [reference, orderReference], faultHeader } as const;
  return performWithFaults(sandbox, call, async ({ decline }) => ({
    answer: await inTransaction(sandbox.pool, (tx) => open(sandbox, tx, request, decline)),
  }));
}

async function open(
  sandbox: Sandbox,
  tx: PoolClient,
  request: CardPaymentRequest,
  decline: string | null,
): Promise<OpenedCardPayment> {
  const { provider, reference, amount, currency, capture, orderReference } = request;
  const claim = await claimReference(tx, {
    provider,
    reference,
    paymentId: paymentId(sandbox, provider, reference),
    operationId: null,
    values: ['card', amount, currency, capture, request.returnUrl],
  });
  if (claim !== null) return { payment: await findPayment(tx, provider, claim.paymentId), replayed: true };
  const downCode = decline ?? downByAmount(amount, provider);
  if (downCode !== null) throw unavailableRefusal(provider, downCode);
  const payment = newPayment(sandbox, {
    provider,
    kind: 'card',
    reference,
    status: 'open',
    callback_url: request.callbackUrl,
    amount_minor: amount.toString(),
    currency,
    capture,
    return_url: request.returnUrl,
    order_reference: orderReference,
    language: request.language,
  });
  return { payment: await savePayment(sandbox, tx, payment, null), replayed: false };
}
