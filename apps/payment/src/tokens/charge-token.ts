import type { PoolClient } from 'pg';
import type { Principal } from '@qafila/auth/principal';
import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { Refusal } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { readAmount, readCurrency } from '../intents/amount.ts';
import { heldOf } from '../intents/held-intent.ts';
import type { HeldIntent } from '../intents/held-intent.ts';
import { attemptsOf, findIntent } from '../intents/find-intents.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { intentView } from '../intents/intent-view.ts';
import { newIntent, readCustomer } from '../intents/new-intent.ts';
import { startAttempt } from '../intents/start-attempt.ts';
import { LIMITS } from '../limits.ts';
import { applyOutcome } from '../operations/apply-outcome.ts';
import type { OperationRow } from '../operations/operation.ts';
import { askedOf, inquire } from '../operations/run-operation.ts';
import { timed } from '../operations/timed.ts';
import type { Owner, Payments } from '../payments.ts';
import { optionalText, readBody, readObject, readText } from '../reading.ts';
import type { TokenRow } from './token.entity.ts';
import { tokenByValue } from './find-tokens.ts';

/** Charges a wallet whose customer is not there. Its key is required: a repeat must never charge twice. */
export function chargeToken(payments: Payments, owner: Principal, sent: SentRequest): Promise<Answer> {
  if (sent.key === undefined) throw new Refusal(400, 'idempotency_key_required', 'Send an idempotency-key: a charge that is repeated must not be made twice.', { param: 'idempotency-key' });
  const body = readBody(sent.body);
  const value = readText(body.token ?? body.pm_token, 'token', 200);
  const currency = body.currency === undefined ? payments.walletCurrency : readCurrency(body.currency);
  const metadata = body.metadata === undefined ? {} : readObject(body.metadata, 'metadata');
  const orderReference = readText(body.order_reference ?? metadata.order_reference, 'order_reference', 255);
  const amount = readAmount(body.amount, currency);
  const customer = readCustomer(body.customer, false);
  const description = optionalText(body.description, 'description', LIMITS.descriptionCharactersMax);
  return idempotent(payments, { ...sent, owner }, {
    begin: async (tx) => {
      const token = await tokenByValue(tx, owner, value);
      const row = await newIntent(payments, tx, owner, {
        source: 'token', amount, currency, captureMethod: 'automatic', customer, shipping: {}, billing: {}, metadata: { order_reference: orderReference, token_id: token.id },
        orderReference, description, successUrl: '', failureUrl: '', methods: ['wallet'], gateway: token.gateway,
      });
      return { begun: await beginCharge(payments, tx, heldOf(row, []), token) };
    },
    finish: (begun) => finishCharge(payments, owner, begun),
  });
}

/** Opens the attempt at the wallet that holds the token; answers what finishCharge goes on with. */
export async function beginCharge(payments: Payments, tx: PoolClient, held: HeldIntent, { id, gateway }: TokenRow): Promise<string> {
  const choice = { rule_id: null, gateways: [gateway], verdicts: [{ rule_id: '', matched: true, why: 'the wallet that holds the token' }] };
  const { operation } = await startAttempt(payments, tx, held, { method: 'wallet', gateway, choice, isFallback: false, kind: 'charge', actor: 'merchant', tokenId: id });
  return operation.id;
}

export async function finishCharge(payments: Payments, owner: Owner, begun: string): Promise<Answer> {
  const { rows: [operation] } = await payments.pool.query<OperationRow>('SELECT * FROM operation WHERE account_id = $1 AND id = $2', [owner.accountId, begun]);
  const { intent_id: intentId, state, inquiries } = operation as OperationRow;
  if (state === 'pending') {
    const before = await findIntent(payments.pool, owner, intentId);
    // Asked before already, by a request that died: what became of it comes first.
    if (inquiries > 0 || before.status !== 'processing') await inquire(payments, operation as OperationRow, before.currency);
    else await askWallet(payments, operation as OperationRow, before);
  }
  return chargeAnswer(payments, await findIntent(payments.pool, owner, intentId));
}

async function askWallet(payments: Payments, operation: OperationRow, row: IntentRow): Promise<void> {
  const { rows: [token] } = await payments.pool.query<Pick<TokenRow, 'id' | 'gateway_token'>>(
    'SELECT t.id, t.gateway_token FROM attempt a JOIN wallet_token t ON t.account_id = a.account_id AND t.id = a.token_id WHERE a.account_id = $1 AND a.id = $2', [operation.account_id, operation.attempt_id]);
  const { id, gateway_token: sealed } = token as { id: string; gateway_token: Buffer };
  const { outcome, latencyMs } = await timed(() => payments.providers.wallet(operation.gateway).charge({
    ...askedOf(operation, row.currency), orderReference: row.order_reference, token: payments.keys.open(sealed, 'token', operation.account_id, id),
  }));
  await applyOutcome(payments, { operation, outcome, actor: 'gateway', latencyMs });
}

/** What became of a payment that the merchant's server asked for. */
export async function chargeAnswer(payments: Payments, row: IntentRow): Promise<Answer> {
  const view = intentView(row, payments);
  if (row.status === 'succeeded') return { status: 200, body: paymentSuccess('Payment captured', view) };
  if (row.status === 'requires_capture') return { status: 200, body: paymentSuccess('Payment authorised', view) };
  if (row.status === 'processing') return { status: 202, body: paymentSuccess('The charge is under way: its outcome comes as a notification', view) };
  const attempt = (await attemptsOf(payments.pool, row.account_id, row.id)).at(-1);
  return { status: 402, body: declined(view, attempt?.bank_code ?? '', attempt?.bank_message ?? '') };
}

/** An answer, not a thrown refusal: it is kept under the key, and told again. */
function declined(view: Record<string, unknown>, code: string, message: string): Record<string, unknown> {
  const text = `The gateway declined the payment${message === '' ? '.' : `: ${message}.`}`;
  return { ...paymentError(new Refusal(402, 'payment_declined', text, { details: { decline_code: code, gateway_code: code } })), data: view };
}
