import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { perform } from '../faults/perform.ts';
import type { Met } from '../faults/perform.ts';
import { amountLever, declineByAmount, downByAmount } from '../levers/amount-lever.ts';
import { declineOf, walletCode } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';
import { claim } from '../payments/claim.ts';
import { findPayment } from '../payments/find-payment.ts';
import { newPayment, paymentId } from '../payments/new-payment.ts';
import { unavailableRefusal } from '../payments/operate-payment.ts';
import type { PaymentRow } from '../payments/payment.entity.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { findSubscription } from './wallet-steps.ts';

const provider = 'walletprovider';

export interface AskedCharge { reference: string; token: string; amount: bigint; currency: string; callbackUrl: string; orderReference: string | null; header?: string }
export interface Charged { payment: PaymentRow; replayed: boolean }

/** Money moves without the customer. */
export async function chargeToken(sandbox: Sandbox, asked: AskedCharge): Promise<Charged> {
  const call = { provider, operation: 'charge', names: [asked.reference, asked.orderReference], header: asked.header } as const;
  return perform(sandbox, call, async (met) => {
    const answer = await inTransaction(sandbox.pool, (tx) => charge(sandbox, tx, asked, met));
    const { payment, replayed } = answer;
    const ghost = payment.status === 'completed' && amountLever(asked.amount) === '68';
    const lost = payment.status !== 'failed' && (payment.behaviour === '0006' || payment.behaviour === '0007');
    return { answer, lost: replayed ? null : ghost ? 'ghost' : lost ? 'lost' : null };
  });
}

async function charge(sandbox: Sandbox, tx: PoolClient, asked: AskedCharge, met: Met): Promise<Charged> {
  const { reference, token, amount, currency, orderReference } = asked;
  const values = ['charge', sandbox.keys.digest('token', token).toString('hex'), amount, currency];
  const before = await claim(tx, { provider, reference, paymentId: paymentId(sandbox, provider, reference), operationId: null, values });
  if (before !== null) return { payment: await findPayment(tx, provider, before.paymentId), replayed: true };
  const down = downByAmount(amount, provider);
  if (down !== null) throw unavailableRefusal(provider, down);
  const subscription = await findSubscription(tx, sandbox, token);
  const payment = newPayment(sandbox, {
    provider, kind: 'charge', reference, status: 'failed', callback_url: asked.callbackUrl, amount_minor: amount.toString(), currency, order_reference: orderReference,
    phone_last4: subscription?.phone_last4 ?? null, behaviour: subscription?.behaviour ?? null,
  });
  const decided = decide(sandbox, payment, { met, isActive: subscription?.status === 'active' });
  const quiet = met.quiet || (decided.status === 'completed' && amountLever(amount) === '68');
  return { payment: await savePayment(sandbox, tx, decided, decided.status === 'pending' ? null : { operation: 'charge', quiet, header: asked.header }), replayed: false };
}

function decide({ clock }: Sandbox, payment: PaymentRow, { met, isActive }: { met: Met; isActive: boolean }): PaymentRow {
  const amount = payment.amount_minor as string;
  const later = (ms: number, failure: string | null): PaymentRow => ({
    ...payment, status: 'pending', due_at: clock.after(ms), due_status: failure === null ? 'completed' : 'failed', due_code: failure ?? '000',
  });
  const code = !isActive ? '003' : met.decline ?? declineOf(payment.behaviour) ?? declineByAmount(BigInt(amount)) ?? (payment.behaviour === '0008' ? '112' : null);
  if (code !== null) return { ...payment, code: walletCode(code) };
  if (met.pending !== null) return later(met.pending.ms, met.pending.code);
  if (payment.behaviour === '0007') return later(LIMITS.laterMs, '058');
  if (payment.behaviour === '0009') return later(LIMITS.appMs, '116');
  return { ...payment, status: 'completed', code: '000', captured_minor: amount };
}
