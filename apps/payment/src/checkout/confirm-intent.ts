import { timingSafeEqual } from 'node:crypto';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid, notFound, Refusal } from '@qafila/envelopes/refusal';
import { fingerprintOf, idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import type { PaymentDependencies } from '../dependencies.ts';
import { refusalOf } from '../intents/change-intent.ts';
import { findIntent, lockOwnIntent } from '../intents/find-intents.ts';
import { intentView, pageUrl } from '../intents/intent-view.ts';
import { lastAttemptsOf } from '../intents/last-attempts.ts';
import { intentOfOwner, offeredMethods } from '../intents/intent-with-store.ts';
import type { IntentWithStore } from '../intents/intent-with-store.ts';
import { intentState } from '../intents/intent.entity.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import { decide, isRefused } from '../intents/intent.state.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { requesterOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import type { Method } from '../providers/methods.ts';
import { pageChoice } from '../routing/choose-for-intent.ts';
import type { ProviderChoice } from '../routing/choose-providers.ts';
import { loadRules } from '../routing/rules.ts';
import { tokenByValue } from '../tokens/find-tokens.ts';
import { chargeAnswer, finishCharge, startCharge } from '../operations/charge.ts';
import { newSession } from '../wallet/open-session.ts';
import { methodOf } from './confirm.schema.ts';
import type { ConfirmIntentBody } from './confirm.schema.ts';
import { startCardAttempt, tryProvidersInOrder } from './pay-by-card.ts';
import type { StartedAttempt } from './pay-by-card.ts';

interface Confirm {
  row: IntentRow;
  request: IdempotentRequest & { owner: Owner };
  offered: readonly Method[];
  last: IntentWithStore['last'];
}

/**
 * Confirms an intent with the payment method that the merchant's server names. `token` charges a wallet at once.
 * `payment_method` card, bnpl or wallet answers `html_response.redirect_url`, where the customer continues. Card data
 * is never accepted here.
 */
export async function confirmIntent(
  deps: PaymentDependencies,
  owner: Owner,
  { clientSecret, body, sent }: { clientSecret: string; body: ConfirmIntentBody; sent: IdempotentRequest },
): Promise<Answer> {
  const id = idOfSecret(deps, owner, clientSecret);
  // A token needs no rules, but most confirms name a method. Reading both at once saves a round trip.
  const [found, rules] = await Promise.all([intentOfOwner(deps.pool, owner, id), loadRules(deps.pool, owner)]);
  if (found === undefined) throw notFound('payment intent', id);
  const { row, store, last } = found;
  // The query names the intent, and a request's own fingerprint does not include the query.
  const request = { ...sent, owner, fingerprint: fingerprintOf(`confirm ${row.id}`, sent.body) };
  const token = body.token || body.pm_token;
  const offered = offeredMethods({ row, store }, (await deps.providers.ofStore(owner)).available);
  if (token) return confirmByToken(deps, { row, request, offered, last }, token);
  // The class judges that there is a token or a method.
  const method = methodOf(body) as Method;
  if (!offered.includes(method))
    throw invalid(
      'payment_method',
      `payment_method ${method} is not offered by this intent. Offered: ${offered.join(', ') || 'none'}.`,
      'method_not_enabled',
    );
  const choice = await pageChoice(deps, { row, instrument: last?.instrument }, { method, rules });
  return choice === null
    ? confirmByWallet(deps, { row, request, offered, last }, method)
    : confirmOnPage(deps, { row, request, offered, last }, { choice, method });
}

function idOfSecret({ keys }: PaymentDependencies, owner: Owner, secret: string): string {
  const [id] = secret.split('_secret_') as [string];
  const due = Buffer.from(keys.clientSecret(owner.accountId, id));
  const given = Buffer.from(secret);
  if (given.length !== due.length || !timingSafeEqual(given, due))
    throw new Refusal(
      404,
      'not_found',
      'This store has no payment intent with this pi_client_secret. Send the one of the answer that created the ' +
        'intent, pi_…_secret_…; the id alone is not enough.',
      { param: 'pi_client_secret' },
    );
  return id;
}

async function confirmByToken(
  deps: PaymentDependencies,
  { row, request, offered }: Confirm,
  value: string,
): Promise<Answer> {
  if (!offered.includes('wallet'))
    throw invalid('token', 'This intent does not offer the wallet.', 'method_not_enabled');
  return idempotent(deps, request, {
    begin: async (tx) => {
      const locked = await lockOwnIntent(tx, request.owner, row.id);
      const token = await tokenByValue(tx, request.owner, value);
      return { startedId: await startCharge(deps, tx, locked, { owner: request.owner, token }) };
    },
    finish: (startedId) => finishCharge(deps, request.owner, startedId),
  });
}

/** The wallet is not asked yet: its page first asks for the customer's identity. */
function confirmByWallet(deps: PaymentDependencies, { row, request }: Confirm, method: Method): Promise<Answer> {
  return idempotent(deps, request, {
    begin: async (tx) => {
      const locked = await lockOwnIntent(tx, request.owner, row.id);
      const may = decide(intentState(locked.row, locked.attempts), { kind: 'submit', attemptId: 'new' }, deps.clock());
      if (isRefused(may)) throw refusalOf(may, locked.row);
      await newSession(deps, tx, locked.row, { walletType: 'walletprovider', paymentMethodTypes: method });
      return {
        answer: waiting(deps, {
          row: locked.row,
          last: locked.attempts.at(-1),
          url: pageUrl({ ...locked.row, source: 'bnpl' }, deps.keys, deps.publicUrl),
        }),
      };
    },
  });
}

/** On the page of a gateway. */
async function confirmOnPage(
  deps: PaymentDependencies,
  { row, request }: Confirm,
  { choice, method }: { choice: ProviderChoice; method: Method },
): Promise<Answer> {
  let own: StartedAttempt | undefined;
  return idempotent(deps, request, {
    begin: async (tx) => {
      own = await startCardAttempt(deps, tx, await lockOwnIntent(tx, request.owner, row.id), {
        choice,
        method,
        actor: 'merchant',
        requestedBy: requesterOf(request.owner),
      });
      return { startedId: own.operation.id };
    },
    finish: (startedId) =>
      own === undefined ? takeOverPage(deps, request.owner, { operationId: startedId, method }) : askByCard(deps, own),
  });
}

/** Continues a request that died. The provider knows the operation's id, so a repeated request charges once. */
async function takeOverPage(
  deps: PaymentDependencies,
  owner: Owner,
  { operationId, method }: { operationId: string; method: Method },
): Promise<Answer> {
  const {
    rows: [found],
  } = await deps.pool.query<OperationRow>('SELECT * FROM operation WHERE account_id = $1 AND id = $2', [
    owner.accountId,
    operationId,
  ]);
  const operation = found as OperationRow;
  const row = await findIntent(deps.pool, owner, operation.intent_id);
  if (operation.state === 'pending' && operation.inquiries === 0 && row.status === 'processing')
    return askByCard(deps, { row, method, operation });
  return cardAnswer(deps, row, null);
}

async function askByCard(deps: PaymentDependencies, startedId: StartedAttempt): Promise<Answer> {
  const { intent, redirectTo } = await tryProvidersInOrder(deps, startedId, { actor: 'merchant', language: 'en' });
  return cardAnswer(deps, intent, redirectTo);
}

async function cardAnswer(deps: PaymentDependencies, row: IntentRow, redirectTo: string | null): Promise<Answer> {
  if (row.status !== 'requires_action') return chargeAnswer(deps, row);
  const last = (await lastAttemptsOf(deps.pool, [row])).get(row.id);
  const url = redirectTo ?? last?.routing.redirect_url ?? pageUrl(row, deps.keys, deps.publicUrl);
  return waiting(deps, { row, last, url: String(url) });
}

function waiting(
  deps: PaymentDependencies,
  { row, last, url }: { row: IntentRow; last: AttemptRow | undefined; url: string },
): Answer {
  return {
    status: 200,
    body: paymentSuccess('The customer continues at html_response.redirect_url', {
      ...intentView(row, deps, last),
      html_response: { redirect_url: url },
    }),
  };
}
