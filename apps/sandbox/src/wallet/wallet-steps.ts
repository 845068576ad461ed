import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { perform } from '../faults/perform.ts';
import type { Met } from '../faults/perform.ts';
import type { OperationName } from '../faults/fault.ts';
import { amountLever, declineByAmount } from '../levers/amount-lever.ts';
import { declineOf, walletCode } from '../levers/wallet-levers.ts';
import { findPayment, holdPayment, unknownReference } from '../payments/find-payment.ts';
import { illegalStatus, movePayment } from '../payments/move-payment.ts';
import type { PaymentRow } from '../payments/payment.entity.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';

const provider = 'walletprovider';

export interface Stepped { payment: PaymentRow; replayed: boolean }

/** The customer answers in the app. */
export async function answerInApp(sandbox: Sandbox, id: string, answer: 'confirm' | 'reject'): Promise<PaymentRow> {
  const found = await findPayment(sandbox.pool, provider, id);
  return perform(sandbox, callOf(found, 'confirm'), async (met) => {
    const { payment, isNew } = await inTransaction(sandbox.pool, async (tx) => {
      const held = await holdPayment(tx, provider, found.id);
      const next = answer === 'confirm' ? 'completed' : 'cancelled';
      if (held.status === next) return { payment: held, isNew: false };
      if (held.status !== 'awaiting_app') throw illegalStatus(held.status);
      const moved = answer === 'reject' ? movePayment(held, 'cancelled', '112') : confirmed(held, met);
      return { payment: await savePayment(sandbox, tx, moved, { operation: 'confirm', quiet: met.quiet || isGhost(moved) }), isNew: true };
    });
    return { answer: payment, lost: isNew && isGhost(payment) ? 'ghost' : null };
  });
}

function confirmed(payment: PaymentRow, met: Met): PaymentRow {
  const asked = met.decline ?? declineOf(payment.behaviour) ?? declineByAmount(BigInt(payment.amount_minor ?? 0));
  return asked === null ? movePayment(payment, 'completed', '000') : movePayment(payment, 'failed', walletCode(asked));
}

function isGhost({ status, amount_minor: amount }: PaymentRow): boolean {
  return status === 'completed' && amountLever(BigInt(amount ?? 0)) === '68';
}

/** The platform gives the payment up. */
export async function cancelWallet(sandbox: Sandbox, name: string, header?: string): Promise<Stepped> {
  const found = await findPayment(sandbox.pool, provider, name);
  return perform(sandbox, callOf(found, 'void', header), async (met) => ({
    answer: await inTransaction(sandbox.pool, async (tx) => {
      const payment = await holdPayment(tx, provider, found.id);
      if (payment.status === 'cancelled') return { payment, replayed: true };
      return { payment: await savePayment(sandbox, tx, movePayment(payment, 'cancelled', '112'), { operation: 'void', quiet: met.quiet, header }), replayed: false };
    }),
  }));
}

/** A new code: the same one, as every code here. */
export async function resendCode(sandbox: Sandbox, name: string, header?: string): Promise<Stepped> {
  const found = await findPayment(sandbox.pool, provider, name);
  return perform(sandbox, callOf(found, 'otp', header), async () => {
    if (found.status !== 'otp_sent') throw illegalStatus(found.status);
    return { answer: { payment: found, replayed: false } };
  });
}

export async function revokeToken(sandbox: Sandbox, token: string, header?: string): Promise<Stepped> {
  const found = await findSubscription(sandbox.pool, sandbox, token);
  if (found === null) throw unknownReference();
  return perform(sandbox, callOf(found, 'void', header), async (met) => ({
    answer: await inTransaction(sandbox.pool, async (tx) => {
      const payment = await holdPayment(tx, provider, found.id);
      if (payment.status === 'revoked') return { payment, replayed: true };
      return { payment: await savePayment(sandbox, tx, movePayment(payment, 'revoked', '000'), { operation: 'void', quiet: met.quiet, header }), replayed: false };
    }),
  }));
}

export async function findSubscription(database: Sandbox['pool'] | PoolClient, { keys }: Sandbox, token: string): Promise<PaymentRow | null> {
  const { rows: [row] } = await database.query<PaymentRow>("SELECT * FROM payment WHERE kind = 'subscription' AND token_digest = $1", [keys.digest('token', token)]);
  return row ?? null;
}

function callOf(payment: PaymentRow, operation: OperationName, header?: string): Met['call'] {
  return { provider, operation, names: [payment.reference, payment.id, payment.order_reference], header };
}
