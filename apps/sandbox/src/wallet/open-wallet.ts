import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Met } from '../faults/perform.ts';
import { perform } from '../faults/perform.ts';
import { downByAmount } from '../levers/amount-lever.ts';
import { RIGHT_PIN } from '../levers/test-cards.ts';
import { refusalOf } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';
import { claim, duplicateReference } from '../payments/claim.ts';
import { holdPayment } from '../payments/find-payment.ts';
import { movePayment } from '../payments/move-payment.ts';
import { newPayment, paymentId } from '../payments/new-payment.ts';
import { unavailableRefusal } from '../payments/operate-payment.ts';
import type { PaymentRow } from '../payments/payment.entity.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { behaviourOf } from './wallet-person.ts';
import type { Person } from './wallet-person.ts';

const provider = 'walletprovider';

export interface AskedOpening {
  kind: 'bnpl_payment' | 'subscription';
  reference: string;
  amount: bigint | null;
  currency: string | null;
  person: Person;
  callbackUrl: string;
  orderReference: string | null;
  header?: string;
}
export interface Opened { payment: PaymentRow; code: string; replayed: boolean }

/** The wallet is told who the customer is, and sends a code. Refused, the same reference may try with another person. */
export async function openWallet(sandbox: Sandbox, asked: AskedOpening): Promise<Opened> {
  return perform(sandbox, { provider, operation: 'create', names: [asked.reference, asked.orderReference], header: asked.header }, async (met) => ({
    answer: await inTransaction(sandbox.pool, (tx) => open(sandbox, tx, asked, met)),
  }));
}

async function open(sandbox: Sandbox, tx: PoolClient, asked: AskedOpening, met: Met): Promise<Opened> {
  const { kind, reference, amount, currency, person } = asked;
  const id = paymentId(sandbox, provider, reference);
  const before = await claim(tx, { provider, reference, paymentId: id, operationId: null, values: [kind, amount, currency] });
  const payment = before === null ? newPayment(sandbox, {
    provider, kind, reference, status: 'refused', callback_url: asked.callbackUrl, amount_minor: amount?.toString() ?? null, currency, order_reference: asked.orderReference,
  }) : await holdPayment(tx, provider, before.paymentId);
  const samePerson = payment.person_digest?.equals(person.digest) ?? false;
  if (before !== null && (samePerson || payment.status === 'failed')) return { payment, code: payment.status === 'refused' || payment.status === 'failed' ? payment.code ?? '000' : '000', replayed: true };
  if (payment.status !== 'refused') throw duplicateReference();
  const down = met.decline ?? (amount === null ? null : downByAmount(amount, provider));
  if (down !== null) throw unavailableRefusal(provider, down);
  return tell(sandbox, tx, { payment, person, behaviour: await behaviourOf(tx, person) });
}

async function tell(sandbox: Sandbox, tx: PoolClient, { payment, person, behaviour }: { payment: PaymentRow; person: Person; behaviour: string | null }): Promise<Opened> {
  const known: PaymentRow = { ...payment, person_digest: person.digest, phone_last4: person.phoneLast4, behaviour };
  const refused = refusalOf(behaviour, person.nationalLast4);
  if (refused !== null) return { payment: await savePayment(sandbox, tx, { ...known, code: refused }, null), code: refused, replayed: false };
  if (person.pin !== null && person.pin !== RIGHT_PIN) return wrongPin(sandbox, tx, known);
  const opened = { ...movePayment(known, 'otp_sent', null), wrong_tries: 0, expires_at: sandbox.clock.after(LIMITS.sessionMs) };
  return { payment: await savePayment(sandbox, tx, opened, null), code: '000', replayed: false };
}

async function wrongPin(sandbox: Sandbox, tx: PoolClient, payment: PaymentRow): Promise<Opened> {
  const tried = { ...payment, wrong_tries: payment.wrong_tries + 1 };
  if (tried.wrong_tries < LIMITS.wrongTriesMax) return { payment: await savePayment(sandbox, tx, { ...tried, code: '024' }, null), code: '024', replayed: false };
  return { payment: await savePayment(sandbox, tx, movePayment(tried, 'failed', '060'), { operation: 'create' }), code: '060', replayed: false };
}
