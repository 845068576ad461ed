import { timingSafeEqual } from 'node:crypto';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid, notFound, Refusal } from '@qafila/envelopes/refusal';
import { fingerprintOf, idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import type { JsonObject } from '@qafila/json/json-value';
import { askInTurn, beginCard, cardChoice } from '../checkout/pay.ts';
import type { Begun } from '../checkout/pay.ts';
import type { OperationRow } from '../operations/operation.ts';
import type { Owner, Payments } from '../payments.ts';
import { optionalText, readBody } from '../reading.ts';
import { METHODS } from '../routing/choose-gateways.ts';
import type { Method, RoutingRule } from '../routing/choose-gateways.ts';
import { loadRules } from '../routing/rules.ts';
import { beginCharge, chargeAnswer, finishCharge } from '../tokens/charge-token.ts';
import { tokenByValue } from '../tokens/find-tokens.ts';
import { newSession } from '../wallet/open-session.ts';
import { attemptsOf, findIntent, holdOwn } from './find-intents.ts';
import { intentOf } from './intent.entity.ts';
import type { IntentRow } from './intent.entity.ts';
import { intentOfOwner, offeredMethods } from './intent-with-store.ts';
import { decide, isRefused } from './intent.state.ts';
import { STATUS_OF_REFUSAL } from './change-intent.ts';
import { intentView, pageUrl } from './intent-view.ts';

interface Confirm { row: IntentRow; request: SentRequest & { owner: Owner }; offered: readonly Method[] }

/**
 * The merchant's server names the way to pay: `token` charges a wallet at once; `payment_method` card, bnpl or wallet answers where the
 * customer goes, in `html_response.redirect_url`. Card data is never taken here.
 */
export async function confirmIntent(payments: Payments, owner: Owner, { clientSecret, sent }: { clientSecret: string | undefined; sent: SentRequest }): Promise<Answer> {
  const id = idOfSecret(payments, owner, clientSecret);
  // Rules are for cards alone, but cards are what is confirmed most: nobody waits for them after the intent.
  const [found, rules] = await Promise.all([intentOfOwner(payments.pool, owner, id), loadRules(payments.pool, owner)]);
  if (found === undefined) throw notFound('payment intent', id);
  const { row, store } = found;
  const body = readBody(sent.body ?? {});
  // The intent is named in the query, which is no part of a request's own fingerprint.
  const request = { ...sent, owner, fingerprint: fingerprintOf(`confirm ${row.id}`, sent.body) };
  const token = optionalText(body.token ?? body.pm_token, 'token', 200);
  const offered = offeredMethods({ row, store }, payments.providers.gateways);
  if (token !== '') return confirmByToken(payments, { row, request, offered }, token);
  const method = readMethod(body);
  if (!offered.includes(method)) throw invalid('payment_method', `payment_method ${method} is not offered by this intent. Offered: ${offered.join(', ') || 'none'}.`, 'method_not_enabled');
  return method === 'card' ? confirmByCard(payments, { row, request, offered }, rules) : confirmByWallet(payments, { row, request, offered }, method);
}

function idOfSecret({ keys }: Payments, owner: Owner, secret?: string): string {
  if (secret === undefined) throw invalid('pi_client_secret', 'pi_client_secret is required, in the query: what create answered with the intent.');
  const [id] = secret.split('_secret_') as [string];
  const due = Buffer.from(keys.clientSecret(owner.accountId, id));
  const given = Buffer.from(secret);
  if (given.length !== due.length || !timingSafeEqual(given, due)) throw new Refusal(404, 'not_found', 'There is no payment intent of this pi_client_secret in this store.', { param: 'pi_client_secret' });
  return id;
}

function readMethod(body: JsonObject): Method {
  const sent = body.payment_method ?? (Array.isArray(body.payment_method_types) ? body.payment_method_types[0] : body.payment_method_types);
  const method = METHODS.find((one) => one === sent);
  if (method === undefined) throw invalid('payment_method', `payment_method must be one of ${METHODS.join(', ')}, or send the token of a wallet. Card numbers are not taken here.`);
  return method;
}

async function confirmByToken(payments: Payments, { row, request, offered }: Confirm, value: string): Promise<Answer> {
  if (!offered.includes('wallet')) throw invalid('token', 'This intent does not offer the wallet.', 'method_not_enabled');
  return idempotent(payments, request, {
    begin: async (tx) => {
      const held = await holdOwn(tx, request.owner, row.id);
      return { begun: await beginCharge(payments, tx, held, await tokenByValue(tx, request.owner, value)) };
    },
    finish: (begun) => finishCharge(payments, request.owner, begun),
  });
}

/** Nothing is asked of the wallet yet: its page asks the customer who he is. */
function confirmByWallet(payments: Payments, { row, request }: Confirm, method: Method): Promise<Answer> {
  return idempotent(payments, request, {
    begin: async (tx) => {
      const held = await holdOwn(tx, request.owner, row.id);
      const may = decide(intentOf(held.row, held.attempts), { kind: 'submit', attemptId: 'new' }, payments.clock());
      if (isRefused(may)) throw new Refusal(STATUS_OF_REFUSAL[may.refused], may.refused, may.message, { details: { pi_status: held.row.status } });
      await newSession(payments, tx, held.row, { walletType: 'walletprovider', paymentMethodTypes: method });
      return { answer: waiting(payments, held.row, pageUrl({ ...held.row, source: 'bnpl' }, payments.keys, payments.publicUrl)) };
    },
  });
}

async function confirmByCard(payments: Payments, { row, request }: Confirm, rules: readonly RoutingRule[]): Promise<Answer> {
  const choice = cardChoice(payments, row, rules);
  let own: Begun | undefined;
  return idempotent(payments, request, {
    begin: async (tx) => {
      own = await beginCard(payments, tx, await holdOwn(tx, request.owner, row.id), { choice, actor: 'merchant' });
      return { begun: own.operation.id };
    },
    finish: (begun) => (own === undefined ? takeOverCard(payments, request.owner, begun) : askByCard(payments, own)),
  });
}

/** A gateway knows the operation's id: asked again by whoever takes a dead request over, it pays once. */
async function takeOverCard(payments: Payments, owner: Owner, operationId: string): Promise<Answer> {
  const { rows: [found] } = await payments.pool.query<OperationRow>('SELECT * FROM operation WHERE account_id = $1 AND id = $2', [owner.accountId, operationId]);
  const operation = found as OperationRow;
  const row = await findIntent(payments.pool, owner, operation.intent_id);
  if (operation.state === 'pending' && operation.inquiries === 0 && row.status === 'processing') return askByCard(payments, { row, operation });
  return cardAnswer(payments, row, null);
}

async function askByCard(payments: Payments, begun: Begun): Promise<Answer> {
  const { intent, redirectTo } = await askInTurn(payments, begun, { actor: 'merchant', language: 'en' });
  return cardAnswer(payments, intent, redirectTo);
}

async function cardAnswer(payments: Payments, row: IntentRow, redirectTo: string | null): Promise<Answer> {
  if (row.status !== 'requires_action') return chargeAnswer(payments, row);
  if (redirectTo !== null) return waiting(payments, row, redirectTo);
  const open = (await attemptsOf(payments.pool, row.account_id, row.id)).at(-1);
  return waiting(payments, row, String(open?.routing.redirect_url ?? pageUrl(row, payments.keys, payments.publicUrl)));
}

function waiting(payments: Payments, row: IntentRow, url: string): Answer {
  return { status: 200, body: paymentSuccess('The customer continues at html_response.redirect_url', { ...intentView(row, payments), html_response: { redirect_url: url } }) };
}
