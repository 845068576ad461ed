import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentRow, PaymentStatus } from '../entities/payment.entity.ts';
import type { FaultableCall } from '../faults/draw-fault.ts';
import type { OperationName } from '../faults/fault.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import type { InjectedFaults } from '../faults/perform-with-faults.ts';
import { illegalStatus, unknownReference } from '../http/refusals.ts';
import { amountLever, declineByAmount } from '../levers/amount-lever.ts';
import { paymentDecline, walletCode } from '../levers/wallet-levers.ts';
import { findPayment, lockPayment } from '../payments/find-payment.ts';
import { transitionPayment } from '../payments/payment.state.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';

const provider = 'walletprovider';

export interface WalletOperationResult {
  payment: PaymentRow;
  replayed: boolean;
}

/** The customer confirms or rejects the payment in the app. */
export async function answerInApp(sandbox: Sandbox, id: string, answer: 'confirm' | 'reject'): Promise<PaymentRow> {
  const found = await findPayment(sandbox.pool, provider, id);
  return performWithFaults(sandbox, callOf(found, 'confirm'), async (faults) => {
    const { payment, isNew } = await inTransaction(sandbox.pool, async (tx) => {
      const locked = await lockPayment(tx, provider, found.id);
      const wanted = answer === 'confirm' ? 'completed' : 'cancelled';
      if (locked.status === wanted) return { payment: locked, isNew: false };
      if (locked.status !== 'awaiting_app') throw illegalStatus(locked.status);
      const answered = answer === 'reject' ? transitionPayment(locked, 'cancelled', '112') : confirm(locked, faults);
      const suppressed = faults.suppressCallback || isGhost(answered);
      return {
        payment: await savePayment(sandbox, tx, answered, { operation: 'confirm', suppressed }),
        isNew: true,
      };
    });
    return { answer: payment, replyFault: isNew && isGhost(payment) ? 'ghost' : null };
  });
}

function confirm(payment: PaymentRow, faults: InjectedFaults): PaymentRow {
  const decline =
    faults.decline ?? paymentDecline(payment.behaviour) ?? declineByAmount(BigInt(payment.amount_minor ?? 0));
  return decline === null
    ? transitionPayment(payment, 'completed', '000')
    : transitionPayment(payment, 'failed', walletCode(decline));
}

function isGhost({ status, amount_minor: amount }: PaymentRow): boolean {
  return status === 'completed' && amountLever(BigInt(amount ?? 0)) === '68';
}

/** The platform cancels the payment. */
export async function cancelWallet(
  sandbox: Sandbox,
  idOrReference: string,
  faultHeader?: string,
): Promise<WalletOperationResult> {
  const found = await findPayment(sandbox.pool, provider, idOrReference);
  return endOnce(sandbox, found, { status: 'cancelled', code: '112', faultHeader });
}

/** Sends the code again. It is always the same one. */
export async function resendCode(
  sandbox: Sandbox,
  idOrReference: string,
  faultHeader?: string,
): Promise<WalletOperationResult> {
  const found = await findPayment(sandbox.pool, provider, idOrReference);
  return performWithFaults(sandbox, callOf(found, 'otp', faultHeader), async () => {
    if (found.status !== 'otp_sent') throw illegalStatus(found.status);
    return { answer: { payment: found, replayed: false } };
  });
}

export async function revokeToken(
  sandbox: Sandbox,
  token: string,
  faultHeader?: string,
): Promise<WalletOperationResult> {
  const found = await findSubscription(sandbox.pool, sandbox, token);
  if (found === null) throw unknownReference();
  return endOnce(sandbox, found, { status: 'revoked', code: '000', faultHeader });
}

async function endOnce(
  sandbox: Sandbox,
  found: PaymentRow,
  { status, code, faultHeader }: { status: PaymentStatus; code: string; faultHeader?: string },
): Promise<WalletOperationResult> {
  return performWithFaults(sandbox, callOf(found, 'void', faultHeader), async ({ suppressCallback: suppressed }) => ({
    answer: await inTransaction(sandbox.pool, async (tx) => {
      const payment = await lockPayment(tx, provider, found.id);
      if (payment.status === status) return { payment, replayed: true };
      const ended = transitionPayment(payment, status, code);
      return {
        payment: await savePayment(sandbox, tx, ended, { operation: 'void', suppressed, faultHeader }),
        replayed: false,
      };
    }),
  }));
}

export async function findSubscription(
  database: Pool | PoolClient,
  { keys }: Sandbox,
  token: string,
): Promise<PaymentRow | null> {
  const {
    rows: [row],
  } = await database.query<PaymentRow>("SELECT * FROM payment WHERE kind = 'subscription' AND token_digest = $1", [
    keys.digest('token', token),
  ]);
  return row ?? null;
}

function callOf(payment: PaymentRow, operation: OperationName, faultHeader?: string): FaultableCall {
  return { provider, operation, identifiers: [payment.reference, payment.id, payment.order_reference], faultHeader };
}
