import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import { duplicateReference, unavailableRefusal } from '../http/refusals.ts';
import { downByAmount } from '../levers/amount-lever.ts';
import { RIGHT_PIN } from '../levers/test-cards.ts';
import { openingRefusal } from '../levers/wallet-levers.ts';
import { LIMITS } from '../limits.ts';
import { claimReference } from '../payments/claim-reference.ts';
import { lockPayment } from '../payments/find-payment.ts';
import { newPayment, paymentId } from '../payments/new-payment.ts';
import { transitionPayment } from '../payments/payment.state.ts';
import { savePayment } from '../payments/save-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { behaviourOf } from './wallet-person.ts';
import type { Person } from './wallet-person.ts';

const provider = 'walletprovider';

export interface OpeningRequest {
  kind: 'bnpl_payment' | 'subscription';
  reference: string;
  amount: bigint | null;
  currency: string | null;
  person: Person;
  callbackUrl: string;
  orderReference: string | null;
  faultHeader?: string;
}
export interface OpeningResult {
  payment: PaymentRow;
  code: string;
  replayed: boolean;
}

/** Checks the person and sends a code. After a refusal, the same reference may be used with another person. */
export async function openWallet(sandbox: Sandbox, request: OpeningRequest): Promise<OpeningResult> {
  const { reference, orderReference, faultHeader } = request;
  const call = { provider, operation: 'create', identifiers: [reference, orderReference], faultHeader } as const;
  return performWithFaults(sandbox, call, async ({ decline }) => ({
    answer: await inTransaction(sandbox.pool, (tx) => open(sandbox, tx, request, decline)),
  }));
}

async function open(
  sandbox: Sandbox,
  tx: PoolClient,
  request: OpeningRequest,
  decline: string | null,
): Promise<OpeningResult> {
  const { kind, reference, amount, currency, person } = request;
  const claim = await claimReference(tx, {
    provider,
    reference,
    paymentId: paymentId(sandbox, provider, reference),
    operationId: null,
    values: [kind, amount, currency],
  });
  const payment = claim === null ? refusedPayment(sandbox, request) : await lockPayment(tx, provider, claim.paymentId);
  const isSamePerson = payment.person_digest?.equals(person.digest) ?? false;
  if (claim !== null && (isSamePerson || payment.status === 'failed')) return repeatedAnswer(payment);
  if (payment.status !== 'refused') throw duplicateReference();
  const downCode = decline ?? (amount === null ? null : downByAmount(amount, provider));
  if (downCode !== null) throw unavailableRefusal(provider, downCode);
  const behaviour = await behaviourOf(tx, person, sandbox.clock.now());
  return checkPerson(sandbox, tx, { payment, person, behaviour });
}

function refusedPayment(sandbox: Sandbox, request: OpeningRequest): PaymentRow {
  return newPayment(sandbox, {
    provider,
    kind: request.kind,
    reference: request.reference,
    status: 'refused',
    callback_url: request.callbackUrl,
    amount_minor: request.amount?.toString() ?? null,
    currency: request.currency,
    order_reference: request.orderReference,
  });
}

function repeatedAnswer(payment: PaymentRow): OpeningResult {
  const wasRefused = payment.status === 'refused' || payment.status === 'failed';
  return { payment, code: wasRefused ? (payment.code ?? '000') : '000', replayed: true };
}

async function checkPerson(
  sandbox: Sandbox,
  tx: PoolClient,
  { payment, person, behaviour }: { payment: PaymentRow; person: Person; behaviour: string | null },
): Promise<OpeningResult> {
  const known: PaymentRow = { ...payment, person_digest: person.digest, phone_last4: person.phoneLast4, behaviour };
  const refusalCode = openingRefusal(behaviour, person.nationalLast4);
  if (refusalCode !== null) {
    const refused = await savePayment(sandbox, tx, { ...known, code: refusalCode }, null);
    return { payment: refused, code: refusalCode, replayed: false };
  }
  if (person.pin !== null && person.pin !== RIGHT_PIN) return countWrongPin(sandbox, tx, known);
  const opened = {
    ...transitionPayment(known, 'otp_sent', null),
    wrong_tries: 0,
    expires_at: sandbox.clock.after(LIMITS.sessionMs),
  };
  return { payment: await savePayment(sandbox, tx, opened, null), code: '000', replayed: false };
}

async function countWrongPin(sandbox: Sandbox, tx: PoolClient, payment: PaymentRow): Promise<OpeningResult> {
  const counted = { ...payment, wrong_tries: payment.wrong_tries + 1 };
  if (counted.wrong_tries < LIMITS.wrongTriesMax)
    return { payment: await savePayment(sandbox, tx, { ...counted, code: '024' }, null), code: '024', replayed: false };
  const failed = transitionPayment(counted, 'failed', '060');
  return {
    payment: await savePayment(sandbox, tx, failed, { operation: 'create' }),
    code: '060',
    replayed: false,
  };
}
