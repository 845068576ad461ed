import type { Principal } from '@qafila/auth/principal';
import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { Refusal } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { customerOf } from '../intents/customer.schema.ts';
import { findIntent } from '../intents/find-intents.ts';
import { intentView } from '../intents/intent-view.ts';
import { lastAttemptsOf } from '../intents/last-attempts.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import { newIntent } from '../intents/new-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { readAmount } from '../money/amount.ts';
import { applyReport } from '../operations/apply-report.ts';
import { callProvider } from '../operations/call-provider.ts';
import { inquire, operationRequestOf } from '../operations/run-operation.ts';
import { startAttempt } from '../operations/start-attempt.ts';
import type { Owner } from '../owner.ts';
import { tokenByValue } from '../tokens/find-tokens.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import { orderReferenceOf } from './wallet.schema.ts';
import type { ChargeTokenBody } from './wallet.schema.ts';
import { walletCurrencyOf } from './wallet-currency.ts';

/** Charges a wallet without its customer. An idempotency key is required, because a repeat must never charge twice. */
export function chargeToken(
  deps: PaymentDependencies,
  owner: Principal,
  { body, ...sent }: Omit<RequestIdentity, 'owner'> & { body: ChargeTokenBody },
): Promise<Answer> {
  if (sent.key === undefined)
    throw new Refusal(
      400,
      'idempotency_key_required',
      'Send an idempotency-key, so that a repeated request does not charge twice.',
      { param: 'idempotency-key' },
    );
  const currency = walletCurrencyOf(deps, body.currency);
  const amount = readAmount(body.amount, currency);
  // The class judges that there is a token and an order reference.
  const [value, orderReference] = [body.token ?? body.pm_token, orderReferenceOf(body)] as [string, string];
  return idempotent(
    deps,
    { ...sent, owner },
    {
      begin: async (tx) => {
        const token = await tokenByValue(tx, owner, value);
        const row = await newIntent(deps, tx, owner, {
          source: 'token',
          amount,
          currency,
          captureMethod: 'automatic',
          customer: customerOf(body.customer),
          shipping: {},
          billing: {},
          metadata: { ...body.metadata, order_reference: orderReference, token_id: token.id },
          orderReference,
          description: body.description ?? '',
          successUrl: '',
          failureUrl: '',
          methods: ['wallet'],
          gateway: token.gateway,
        });
        return { startedId: await startCharge(deps, tx, { row, attempts: [] }, token) };
      },
      finish: (startedId) => finishCharge(deps, owner, startedId),
    },
  );
}

/** Opens the attempt at the wallet that issued the token. Returns the operation's id for `finishCharge`. */
export async function startCharge(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { id, gateway }: TokenRow,
): Promise<string> {
  const choice = {
    rule_id: null,
    gateways: [gateway],
    verdicts: [{ rule_id: '', matched: true, why: 'the wallet that issued the token' }],
  };
  const { operation } = await startAttempt(deps, tx, locked, {
    method: 'wallet',
    gateway,
    choice,
    isFallback: false,
    kind: 'charge',
    actor: 'merchant',
    tokenId: id,
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
    // A request that died has asked the wallet already, so inquire before anything else.
    if (inquiries > 0 || before.status !== 'processing')
      await inquire(deps, operation as OperationRow, before.currency);
    else await askWallet(deps, operation as OperationRow, before);
  }
  return chargeAnswer(deps, await findIntent(deps.pool, owner, intentId));
}

async function askWallet(deps: PaymentDependencies, operation: OperationRow, row: IntentRow): Promise<void> {
  const {
    rows: [token],
  } = await deps.pool.query<Pick<TokenRow, 'id' | 'gateway_token'>>(
    `SELECT t.id, t.gateway_token FROM attempt a JOIN wallet_token t ON t.account_id = a.account_id
      AND t.id = a.token_id WHERE a.account_id = $1 AND a.id = $2`,
    [operation.account_id, operation.attempt_id],
  );
  const { id, gateway_token: sealed } = token as { id: string; gateway_token: Buffer };
  const { report, latencyMs } = await callProvider(async () =>
    (await deps.providers.wallet(operation)).charge({
      ...operationRequestOf(operation, row.currency),
      orderReference: row.order_reference,
      token: deps.keys.open(sealed, 'token', operation.account_id, id),
    }),
  );
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
  return { status: 402, body: declined(view, attempt?.bank_code ?? '', attempt?.bank_message ?? '') };
}

/** Returned and not thrown, so that the answer is stored under the idempotency key and repeated. */
function declined(view: object, code: string, message: string): Record<string, unknown> {
  const text = `The provider declined the payment${message === '' ? '.' : `: ${message}.`}`;
  return {
    ...paymentError(
      new Refusal(402, 'payment_declined', text, { details: { decline_code: code, gateway_code: code } }),
    ),
    data: view,
  };
}
