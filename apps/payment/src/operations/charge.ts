import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { findIntent } from '../intents/find-intents.ts';
import { intentView } from '../intents/intent-view.ts';
import { lastAttemptsOf } from '../intents/last-attempts.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { requesterOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import { applyReport } from './apply-report.ts';
import { callProvider } from './call-provider.ts';
import { inquire, operationRequestOf } from './run-operation.ts';
import { startAttempt } from './start-attempt.ts';

/** A repeat of a charge without its customer must never charge twice. */
export function requireKey({ key }: { key?: string }): void {
  if (key !== undefined) return;
  const text = 'Send an idempotency-key, so that a repeated request does not charge twice.';
  throw new Refusal(400, 'idempotency_key_required', text, { param: 'idempotency-key' });
}

/** Opens the attempt at the gateway of the wallet or the card. Returns the operation's id for `finishCharge`. */
export async function startCharge(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { owner, token: { id, gateway, kind, card } }: { owner: Owner; token: TokenRow },
): Promise<string> {
  const choice = {
    rule_id: null,
    gateways: [gateway],
    verdicts: [
      {
        rule_id: '',
        matched: true,
        why: kind === 'card' ? 'the gateway that keeps the card' : 'the wallet that issued the token',
      },
    ],
  };
  const { operation } = await startAttempt(deps, tx, locked, {
    method: kind,
    gateway,
    choice,
    isFallback: false,
    kind: 'charge',
    actor: 'merchant',
    requestedBy: requesterOf(owner),
    tokenId: id,
    ...(card === null ? {} : { instrument: { brand: card.brand, last4: card.last4 } }),
  });
  return operation.id;
}

export async function finishCharge(deps: PaymentDependencies, owner: Owner, startedId: string): Promise<Answer> {
  const {
    rows: [operation],
  } = await deps.pool.query<OperationRow>('SELECT * FROM operation WHERE account_id = $1 AND id = $2', [
    owner.accountId,
    startedId,
  ]);
  const { intent_id: intentId, state, inquiries } = operation as OperationRow;
  if (state === 'pending') {
    const before = await findIntent(deps.pool, owner, intentId);
    // A request that died has called the gateway already, so inquire before anything else.
    if (inquiries > 0 || before.status !== 'processing')
      await inquire(deps, operation as OperationRow, before.currency);
    else await askGateway(deps, operation as OperationRow, before);
  }
  return chargeAnswer(deps, await findIntent(deps.pool, owner, intentId));
}

async function askGateway(deps: PaymentDependencies, operation: OperationRow, row: IntentRow): Promise<void> {
  const {
    rows: [token],
  } = await deps.pool.query<Pick<TokenRow, 'id' | 'gateway_token'>>(
    `SELECT t.id, t.gateway_token FROM attempt a JOIN wallet_token t ON t.account_id = a.account_id
      AND t.id = a.token_id WHERE a.account_id = $1 AND a.id = $2`,
    [operation.account_id, operation.attempt_id],
  );
  const { id, gateway_token: sealed } = token as { id: string; gateway_token: Buffer };
  const { report, latencyMs } = await callProvider(async () => {
    const provider = await deps.providers.of(operation);
    if (provider.charge === undefined) return { kind: 'not_sent', why: 'this gateway charges nothing that it keeps' };
    return provider.charge({
      ...operationRequestOf(operation, row.currency),
      orderReference: row.order_reference,
      token: deps.keys.open(sealed, 'token', operation.account_id, id),
    });
  });
  await applyReport(deps, { operation, report, actor: 'gateway', latencyMs });
}

/** The answer to a payment that the merchant's server requested. */
export async function chargeAnswer(deps: PaymentDependencies, row: IntentRow): Promise<Answer> {
  const attempt = (await lastAttemptsOf(deps.pool, [row])).get(row.id);
  const view = intentView(row, deps, attempt);
  if (row.status === 'succeeded') return { status: 200, body: paymentSuccess('Payment captured', view) };
  if (row.status === 'requires_capture') return { status: 200, body: paymentSuccess('Payment authorised', view) };
  if (row.status === 'processing')
    return {
      status: 202,
      body: paymentSuccess('The charge is under way. A notification will report the result', view),
    };
  const declinedBy = { code: attempt?.bank_code ?? '', message: attempt?.bank_message ?? '' };
  if (row.status === 'requires_payment_method' && attempt?.status === 'AUTHENTICATION_FAILED')
    return {
      status: 402,
      body: unauthenticated({ ...view, html_response: { redirect_url: view.checkout_page_url } }, declinedBy),
    };
  return { status: 402, body: declined(view, declinedBy) };
}

interface Declined {
  code: string;
  message: string;
}

/** Returned and not thrown, so that the answer is stored under the idempotency key and repeated. */
function declined(view: object, { code, message }: Declined): Record<string, unknown> {
  const text = `The provider declined the payment${message === '' ? '.' : `: ${message}.`}`;
  return refused('payment_declined', text, { view, code });
}

/** The bank wants the customer, who pays the intent on its page. */
function unauthenticated(view: object, { code }: Declined): Record<string, unknown> {
  const text = 'The bank wants the customer to authenticate. Send them to html_response.redirect_url, where they pay.';
  return refused('authentication_required', text, { view, code });
}

function refused(
  error: 'payment_declined' | 'authentication_required',
  text: string,
  { view, code }: { view: object; code: string },
): Record<string, unknown> {
  const refusal = new Refusal(402, error, text, { details: { decline_code: code, gateway_code: code } });
  return { ...paymentError(refusal), data: view };
}
