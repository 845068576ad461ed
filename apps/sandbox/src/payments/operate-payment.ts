import type { PoolClient } from 'pg';
import { Refusal, invalid } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { OperationName } from '../faults/fault.ts';
import type { Met } from '../faults/perform.ts';
import { perform } from '../faults/perform.ts';
import { amountLever, declineByAmount, downByAmount } from '../levers/amount-lever.ts';
import { walletCode } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { claim } from './claim.ts';
import { findOperation, findPayment, holdPayment, pendingRefunds } from './find-payment.ts';
import { illegalStatus, movePayment } from './move-payment.ts';
import { isOpen, leftToCapture, leftToRefund } from './payment.entity.ts';
import type { OperationRow, PaymentRow, ProviderName } from './payment.entity.ts';
import { saveOperation } from './save-payment.ts';

/** A capture, void, refund or reversal as the platform asks for it; amount null: all that is left. */
export interface AskedOperation {
  provider: ProviderName;
  /** The provider's id of the payment, or the platform's reference. */
  payment: string;
  kind: OperationRow['kind'];
  reference: string;
  amount: bigint | null;
  currency: string | null;
  header?: string;
}
export interface Operated { payment: PaymentRow; operation: OperationRow; replayed: boolean }

const NAMES: Record<OperationRow['kind'], OperationName> = { capture: 'capture', void: 'void', refund: 'refund', reversal: 'reverse' };
const PREFIX: Record<OperationRow['kind'], string> = { capture: 'cap_', void: 'voi_', refund: 'ref_', reversal: 'rev_' };

/** Does one operation on a payment, once for its reference. */
export async function operatePayment(sandbox: Sandbox, asked: AskedOperation): Promise<Operated> {
  const found = await findPayment(sandbox.pool, asked.provider, asked.payment);
  if (asked.currency !== null && asked.currency !== found.currency) throw invalid('currency', 'currency must be that of the payment.');
  const down = asked.amount === null ? null : downByAmount(asked.amount, asked.provider);
  const call = { provider: asked.provider, operation: NAMES[asked.kind], names: [asked.reference, found.reference, found.id, found.order_reference], header: asked.header };
  return perform(sandbox, call, async (met) => {
    const operated = await inTransaction(sandbox.pool, (tx) => operate(sandbox, tx, { asked, id: found.id, met, down }));
    const ghost = !operated.replayed && asked.amount !== null && amountLever(asked.amount) === '68';
    return { answer: operated, lost: ghost ? 'ghost' : null };
  });
}

async function operate(sandbox: Sandbox, tx: PoolClient, { asked, id, met, down }: { asked: AskedOperation; id: string; met: Met; down: string | null }): Promise<Operated> {
  const { provider, kind, reference, amount } = asked;
  const operationId = provider === 'cardgateway-b' ? `TRX-${sandbox.keys.derive('operation', [provider, reference], 24)}` : PREFIX[kind] + sandbox.keys.derive('operation', [provider, reference], 24);
  const before = await claim(tx, { provider, reference, paymentId: id, operationId, values: [kind, id, amount] });
  const payment = await holdPayment(tx, provider, id);
  if (before !== null) return { payment, operation: await findOperation(tx, provider, before.operationId as string), replayed: true };
  if (down !== null) throw unavailableRefusal(provider, down);
  const left = await whatIsLeft(tx, payment, kind);
  const now = sandbox.clock.now();
  const operation: OperationRow = {
    provider, id: operationId, payment_id: id, kind, reference, status: 'succeeded', code: doneCode(provider, payment, kind), amount_minor: (amount ?? left).toString(),
    due_at: null, due_code: null, created_at: now, updated_at: now,
  };
  const quiet = met.quiet || (amount !== null && amountLever(amount) === '68');
  const telling = { operation: met.call.operation, quiet, header: met.call.header };
  const refused = refusalOf(provider, { met, amount, left });
  if (refused !== null) return { ...(await saveOperation(sandbox, tx, { payment, operation: { ...operation, status: 'failed', code: refused }, telling })), replayed: false };
  const pending = met.pending ?? (kind === 'refund' && amountLever(amount ?? 0n) === '02' ? { ms: LIMITS.pendingMsDefault, code: null } : null);
  if (pending !== null && kind !== 'void') {
    const waiting: OperationRow = { ...operation, status: 'pending', code: null, due_at: sandbox.clock.after(pending.ms), due_code: pending.code };
    return { ...(await saveOperation(sandbox, tx, { payment, operation: waiting, telling: null })), replayed: false };
  }
  return { ...(await saveOperation(sandbox, tx, { payment: afterOperation(payment, operation), operation, telling })), replayed: false };
}

/** In minor units. Throws where the payment's status does not allow the operation at all. */
async function whatIsLeft(tx: PoolClient, payment: PaymentRow, kind: OperationRow['kind']): Promise<bigint> {
  const pending = await pendingRefunds(tx, payment);
  if (kind === 'capture') return leftToCapture(payment) > 0n ? leftToCapture(payment) : refuse(payment);
  if (kind === 'refund') return BigInt(payment.captured_minor) > 0n ? leftToRefund(payment, pending) : refuse(payment);
  if (isOpen(payment.status)) return 0n;
  if (kind === 'void') return leftToCapture(payment) > 0n ? leftToCapture(payment) : refuse(payment);
  return leftToRefund(payment, pending) > 0n ? leftToRefund(payment, pending) : refuse(payment);
}

function refuse(payment: PaymentRow): never {
  throw illegalStatus(payment.status);
}

function refusalOf(provider: ProviderName, { met, amount, left }: { met: Met; amount: bigint | null; left: bigint }): string | null {
  if (amount !== null && amount > left) return provider === 'walletprovider' ? '110' : 'E422';
  const code = met.decline ?? (amount === null ? null : declineByAmount(amount));
  return code === null || provider !== 'walletprovider' ? code : walletCode(code);
}

function doneCode(provider: ProviderName, payment: PaymentRow, kind: OperationRow['kind']): string {
  if (provider === 'walletprovider') return '000';
  return kind !== 'void' ? '00' : isOpen(payment.status) ? 'C1' : 'V0';
}

/** The payment once the operation is done. */
export function afterOperation(payment: PaymentRow, { kind, amount_minor: amount }: OperationRow): PaymentRow {
  const wallet = payment.provider === 'walletprovider';
  if (kind === 'capture') {
    const captured = (BigInt(payment.captured_minor) + BigInt(amount)).toString();
    return { ...payment, status: 'captured', code: '00', captured_minor: captured };
  }
  if (isOpen(payment.status)) return movePayment(payment, wallet ? 'cancelled' : 'canceled', wallet ? '112' : 'C1');
  if (kind === 'void') return payment.status === 'authorized' ? { ...movePayment(payment, 'voided', 'V0'), released: true } : { ...payment, released: true };
  const refunded = { ...payment, refunded_minor: (BigInt(payment.refunded_minor) + BigInt(amount)).toString() };
  return kind === 'reversal' ? movePayment(refunded, 'reversed', '000') : refunded;
}

/** 91 and 96: nothing is done and nothing remembered, so that an inquiry says so too. */
export function unavailableRefusal(provider: ProviderName, iso: string): Refusal {
  return new Refusal(402, 'unavailable', 'Unavailable. Nothing was done.', { details: { code: provider === 'walletprovider' ? walletCode(iso) : iso } });
}
