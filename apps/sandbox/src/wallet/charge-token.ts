import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import type { InjectedFaults, PerformedCall } from '../faults/perform-with-faults.ts';
import { unavailableRefusal } from '../http/refusals.ts';
import { amountLever, declineByAmount, downByAmount } from '../levers/amount-lever.ts';
import { paymentDecline, walletCode } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';
import { claimReference } from '../payments/claim-reference.ts';
import { findPayment } from '../payments/find-payment.ts';
import { newPayment, paymentId } from '../payments/new-payment.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { findSubscription } from './wallet-operations.ts';

const provider = 'walletprovider';

export interface ChargeRequest {
  reference: string;
  token: string;
  amount: bigint;
  currency: string;
  callbackUrl: string;
  orderReference: string | null;
  faultHeader?: string;
}
export interface ChargeResult {
  payment: PaymentRow;
  replayed: boolean;
}

/** Charges a token: money moves without the customer. */
export async function chargeToken(sandbox: Sandbox, request: ChargeRequest): Promise<ChargeResult> {
  const { reference, orderReference, faultHeader } = request;
  const call = { provider, operation: 'charge', identifiers: [reference, orderReference], faultHeader } as const;
  return performWithFaults(sandbox, call, async (faults) => {
    const answer = await inTransaction(sandbox.pool, (tx) => charge(sandbox, tx, request, faults));
    return { answer, replyFault: answer.replayed ? null : replyFaultOf(answer.payment, request.amount) };
  });
}

function replyFaultOf({ status, behaviour }: PaymentRow, amount: bigint): PerformedCall<unknown>['replyFault'] {
  if (status === 'completed' && amountLever(amount) === '68') return 'ghost';
  return status !== 'failed' && (behaviour === '0006' || behaviour === '0007') ? 'lost' : null;
}

async function charge(
  sandbox: Sandbox,
  tx: PoolClient,
  request: ChargeRequest,
  faults: InjectedFaults,
): Promise<ChargeResult> {
  const { reference, token, amount, currency, faultHeader } = request;
  const claim = await claimReference(tx, {
    provider,
    reference,
    paymentId: paymentId(sandbox, provider, reference),
    operationId: null,
    values: ['charge', sandbox.keys.digest('token', token).toString('hex'), amount, currency],
  });
  if (claim !== null) return { payment: await findPayment(tx, provider, claim.paymentId), replayed: true };
  const downCode = downByAmount(amount, provider);
  if (downCode !== null) throw unavailableRefusal(provider, downCode);
  const subscription = await findSubscription(tx, sandbox, token);
  const payment = newPayment(sandbox, {
    provider,
    kind: 'charge',
    reference,
    status: 'failed',
    callback_url: request.callbackUrl,
    amount_minor: amount.toString(),
    currency,
    order_reference: request.orderReference,
    phone_last4: subscription?.phone_last4 ?? null,
    behaviour: subscription?.behaviour ?? null,
  });
  const decline = subscription?.status === 'active' ? declineCode(payment, faults) : '003';
  const charged =
    decline === null ? chargedPayment(sandbox, payment, faults) : { ...payment, code: walletCode(decline) };
  const suppressed = faults.suppressCallback || (charged.status === 'completed' && amountLever(amount) === '68');
  const cause = charged.status === 'pending' ? null : { operation: 'charge' as const, suppressed, faultHeader };
  return { payment: await savePayment(sandbox, tx, charged, cause), replayed: false };
}

function declineCode({ behaviour, amount_minor: amount }: PaymentRow, faults: InjectedFaults): string | null {
  return (
    faults.decline ??
    paymentDecline(behaviour) ??
    declineByAmount(BigInt(amount as string)) ??
    (behaviour === '0008' ? '112' : null)
  );
}

function chargedPayment({ clock }: Sandbox, payment: PaymentRow, { pending }: InjectedFaults): PaymentRow {
  const later = (ms: number, failureCode: string | null): PaymentRow => ({
    ...payment,
    status: 'pending',
    due_at: clock.after(ms),
    due_status: failureCode === null ? 'completed' : 'failed',
    due_code: failureCode ?? '000',
  });
  if (pending !== null) return later(pending.ms, pending.code);
  if (payment.behaviour === '0007') return later(LIMITS.laterMs, '058');
  if (payment.behaviour === '0009') return later(LIMITS.appMs, '116');
  return { ...payment, status: 'completed', code: '000', captured_minor: payment.amount_minor as string };
}
