import type { PoolClient } from 'pg';
import { invalid } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { ProviderName } from '../companies.ts';
import { isOpen, leftToCapture, leftToRefund } from '../entities/payment.entity.ts';
import type { OperationRow, PaymentRow } from '../entities/payment.entity.ts';
import type { OperationName } from '../faults/fault.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import type { InjectedFaults } from '../faults/perform-with-faults.ts';
import { illegalStatus, unavailableRefusal } from '../http/refusals.ts';
import { amountLever, declineByAmount, downByAmount } from '../levers/amount-lever.ts';
import { walletCode } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { claimReference } from './claim-reference.ts';
import { findOperation, findPayment, lockPayment, pendingRefunds } from './find-payment.ts';
import { transitionPayment } from './payment.state.ts';
import { saveOperation } from './save-payment.ts';

/** A capture, void, refund or reversal as the platform requests it; `amount` null: all that is left. */
export interface OperationRequest {
  provider: ProviderName;
  /** The provider's id of the payment, or the platform's reference. */
  payment: string;
  kind: OperationRow['kind'];
  reference: string;
  amount: bigint | null;
  currency: string | null;
  /** Of a capture: whether the rest is released. */
  isFinal?: boolean;
  faultHeader?: string;
}
export interface OperationResult {
  payment: PaymentRow;
  operation: OperationRow;
  replayed: boolean;
}
interface OperationContext {
  request: OperationRequest;
  paymentId: string;
  faults: InjectedFaults;
}

export const OPERATION_NAMES: Record<OperationRow['kind'], OperationName> = {
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  reversal: 'reverse',
};
const PREFIX: Record<OperationRow['kind'], string> = {
  capture: 'cap_',
  void: 'voi_',
  refund: 'ref_',
  reversal: 'rev_',
};

/** Does one operation on a payment, once for each reference. */
export async function operatePayment(sandbox: Sandbox, request: OperationRequest): Promise<OperationResult> {
  const { provider, kind, reference, amount, currency, faultHeader } = request;
  const found = await findPayment(sandbox.pool, provider, request.payment);
  if (currency !== null && currency !== found.currency)
    throw invalid('currency', "currency must be the payment's currency.");
  const call = {
    provider,
    operation: OPERATION_NAMES[kind],
    identifiers: [reference, found.reference, found.id, found.order_reference],
    faultHeader,
  };
  return performWithFaults(sandbox, call, async (faults) => {
    const answer = await inTransaction(sandbox.pool, (tx) =>
      operate(sandbox, tx, { request, paymentId: found.id, faults }),
    );
    const isGhost = !answer.replayed && amount !== null && amountLever(amount) === '68';
    return { answer, replyFault: isGhost ? 'ghost' : null };
  });
}

async function operate(sandbox: Sandbox, tx: PoolClient, context: OperationContext): Promise<OperationResult> {
  const {
    request: { provider, kind, reference, amount },
    paymentId,
    faults,
  } = context;
  const operationId = operationIdOf(sandbox, context.request);
  const values = [kind, paymentId, amount];
  const claim = await claimReference(tx, { provider, reference, paymentId, operationId, values });
  const payment = await lockPayment(tx, provider, paymentId);
  if (claim !== null)
    return { payment, operation: await findOperation(tx, provider, claim.operationId as string), replayed: true };
  const downCode = amount === null ? null : downByAmount(amount, provider);
  if (downCode !== null) throw unavailableRefusal(provider, downCode);
  const remaining = await remainingAmount(tx, payment, kind);
  const now = sandbox.clock.now();
  const operation: OperationRow = {
    provider,
    id: operationId,
    payment_id: paymentId,
    kind,
    reference,
    status: 'succeeded',
    code: successCode(provider, payment, kind),
    amount_minor: (amount ?? remaining).toString(),
    due_at: null,
    due_code: null,
    created_at: now,
    updated_at: now,
  };
  const suppressed = faults.suppressCallback || (amount !== null && amountLever(amount) === '68');
  const cause = { operation: faults.call.operation, suppressed, faultHeader: faults.call.faultHeader };
  const declined = operationDeclineCode(context, remaining);
  const pending = pendingResult(context);
  if (declined !== null) {
    const failed: OperationRow = { ...operation, status: 'failed', code: declined };
    return { ...(await saveOperation(sandbox, tx, { payment, operation: failed, cause })), replayed: false };
  }
  if (pending !== null) {
    const waiting: OperationRow = {
      ...operation,
      status: 'pending',
      code: null,
      due_at: sandbox.clock.after(pending.ms),
      due_code: pending.code,
    };
    return { ...(await saveOperation(sandbox, tx, { payment, operation: waiting, cause: null })), replayed: false };
  }
  const done = afterOperation(payment, operation);
  const changed = context.request.isFinal === true ? { ...done, released: true } : done;
  return { ...(await saveOperation(sandbox, tx, { payment: changed, operation, cause })), replayed: false };
}

function operationIdOf({ keys }: Sandbox, { provider, kind, reference }: OperationRequest): string {
  const prefix = provider === 'cardgateway-b' ? 'TRX-' : PREFIX[kind];
  return prefix + keys.derive('operation', [provider, reference], 24);
}

/** In minor units. Throws when the payment's status does not allow the operation. */
async function remainingAmount(tx: PoolClient, payment: PaymentRow, kind: OperationRow['kind']): Promise<bigint> {
  const pending = await pendingRefunds(tx, payment);
  if (kind === 'capture') return requirePositive(payment, leftToCapture(payment));
  if (kind === 'refund') {
    requirePositive(payment, BigInt(payment.captured_minor));
    return leftToRefund(payment, pending);
  }
  if (isOpen(payment.status)) return 0n;
  return requirePositive(payment, kind === 'void' ? leftToCapture(payment) : leftToRefund(payment, pending));
}

function requirePositive(payment: PaymentRow, amount: bigint): bigint {
  if (amount <= 0n) throw illegalStatus(payment.status);
  return amount;
}

function operationDeclineCode(
  { request: { provider, amount }, faults }: OperationContext,
  remaining: bigint,
): string | null {
  if (amount !== null && amount > remaining) return provider === 'walletprovider' ? '110' : 'E422';
  const code = faults.decline ?? (amount === null ? null : declineByAmount(amount));
  return code === null || provider !== 'walletprovider' ? code : walletCode(code);
}

function pendingResult({ request: { kind, amount }, faults }: OperationContext): InjectedFaults['pending'] {
  if (kind === 'void') return null;
  if (faults.pending !== null) return faults.pending;
  return kind === 'refund' && amountLever(amount ?? 0n) === '02' ? { ms: LIMITS.pendingMsDefault, code: null } : null;
}

function successCode(provider: ProviderName, payment: PaymentRow, kind: OperationRow['kind']): string {
  if (provider === 'walletprovider') return '000';
  if (kind !== 'void') return '00';
  return isOpen(payment.status) ? 'C1' : 'V0';
}

/** The payment after the operation has succeeded. */
export function afterOperation(payment: PaymentRow, { kind, amount_minor: amount }: OperationRow): PaymentRow {
  if (kind === 'capture') {
    const captured = (BigInt(payment.captured_minor) + BigInt(amount)).toString();
    return { ...payment, status: 'captured', code: '00', captured_minor: captured };
  }
  if (isOpen(payment.status)) return cancelOpen(payment);
  if (kind === 'void')
    return payment.status === 'authorized'
      ? { ...transitionPayment(payment, 'voided', 'V0'), released: true }
      : { ...payment, released: true };
  const refunded = { ...payment, refunded_minor: (BigInt(payment.refunded_minor) + BigInt(amount)).toString() };
  return kind === 'reversal' ? transitionPayment(refunded, 'reversed', '000') : refunded;
}

function cancelOpen(payment: PaymentRow): PaymentRow {
  return payment.provider === 'walletprovider'
    ? transitionPayment(payment, 'cancelled', '112')
    : transitionPayment(payment, 'canceled', 'C1');
}
