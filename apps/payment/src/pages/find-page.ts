import { timingSafeEqual } from 'node:crypto';
import { notFound } from '@qafila/envelopes/refusal';
import { askedLanguage } from '@qafila/pages/http';
import type { PageRequest } from '@qafila/pages/http';
import { redirect } from '@qafila/pages/layout';
import type { Page } from '@qafila/pages/layout';
import type { PaymentDependencies } from '../dependencies.ts';
import { intentOfPage } from '../intents/intent-with-store.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { hasPageEnded } from '../intents/intent-status.ts';
import { secretHash } from '../keys.ts';
import { LIMITS } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import { signatureOf } from '../store/redirect-secret.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import { closedPage, receiptPage } from './receipt.ts';
import type { End } from './receipt.ts';
import { checkingPage } from './views.ts';
import type { PageContext } from './views.ts';

const TOKEN = /^[\w-]{43}$/;

export async function findTokenPage({ pool }: PaymentDependencies, token: string): Promise<TokenRow | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const {
    rows: [row],
  } = await pool.query<TokenRow>({
    name: 'token-page',
    text: 'SELECT * FROM wallet_token WHERE page_hash = $1',
    values: [secretHash(token)],
  });
  return row;
}

/**
 * The page of a return token; any other text is returned as it is. A gateway never learns a page's token, which also
 * pays and cancels: it only leads the customer back, and the page is found here.
 */
export async function pageTokenOf({ pool, keys }: PaymentDependencies, token: string): Promise<string> {
  const [operationId = '', proof] = token.split('.', 2);
  if (proof === undefined) return token;
  const {
    rows: [operation],
  } = await pool.query<{ account_id: string; intent_id: string }>({
    name: 'operation-of-return',
    text: 'SELECT account_id, intent_id FROM operation WHERE id = $1',
    values: [operationId],
  });
  if (operation === undefined || !isEqual(keys.returnToken(operation.account_id, operationId), token))
    throw notFound('page', operationId);
  return keys.pageToken(operation.account_id, operation.intent_id);
}

function isEqual(expected: string, given: string): boolean {
  const [first, second] = [Buffer.from(expected), Buffer.from(given)];
  return first.length === second.length && timingSafeEqual(first, second);
}

export async function findPageContext(
  deps: PaymentDependencies,
  token: string,
  request: PageRequest,
  area: 'pay' | 'wallet',
): Promise<PageContext> {
  const found = TOKEN.test(token) ? await intentOfPage(deps.pool, secretHash(token)) : undefined;
  if (found === undefined) throw notFound('page', token.slice(0, 6));
  const { success_url: success, failure_url: failure } = found.row;
  const { origins } = await deps.providers.ofStore(ownerOf(found.row));
  return {
    ...found,
    language: askedLanguage(request),
    path: `/${area}/${token}`,
    formOrigins: [...originsOf(success, failure), ...origins],
  };
}

export function originsOf(...urls: string[]): string[] {
  return urls.filter((url) => url !== '').map((url) => new URL(url).origin);
}

/**
 * The page of an intent that has ended; null before its end. The first visit leads to the store; one some minutes later
 * opens a receipt without actions, for a day.
 */
export async function endOf(deps: PaymentDependencies, context: PageContext): Promise<Page | null> {
  const { row } = context;
  if (!hasPageEnded(row.status)) return null;
  if (isBeingCaptured(deps, row)) return checkingPage(context);
  if (sinceEndMs(deps, row) >= LIMITS.receiptMs) return closedPage(context);
  const kind = endKind(row);
  const url = kind === 'done' || kind === 'authorised' ? row.success_url : row.failure_url;
  const back = url === '' ? '' : await storeUrl(deps, url, row);
  const isToReturn = kind !== 'expired' && back !== '' && (await isReturning(deps, 'intent', row));
  return isToReturn ? redirect(back) : receiptPage(context, { kind, back });
}

/** Of a page that has ended. Only an older version leaves the time out. */
export function sinceEndMs({ clock }: PaymentDependencies, row: { ended_at: Date | null; updated_at: Date }): number {
  return clock() - (row.ended_at ?? row.updated_at).getTime();
}

/**
 * A gateway that only authorises: the store expects "succeeded", which our own capture brings within seconds. A slow
 * one keeps the customer no longer than this.
 */
function isBeingCaptured(deps: PaymentDependencies, row: IntentRow): boolean {
  const isRecent = sinceEndMs(deps, row) < LIMITS.returnMs;
  const isOurs = row.capture_method === 'automatic' && row.asked === 'capture';
  return row.status === 'requires_capture' && isOurs && isRecent;
}

function endKind({ status }: IntentRow): End {
  if (status === 'expired') return 'expired';
  if (status === 'requires_capture') return 'authorised';
  return status === 'succeeded' ? 'done' : 'failed';
}

/** The tables whose rows have a page that leads back to the store. */
type Ended = 'intent' | 'wallet_token';

/**
 * A second press or a second window comes within moments of the first, and the browser shows only the last answer: so
 * every visit of the first minutes leads to the store.
 */
export async function isReturning(
  { pool, clock }: PaymentDependencies,
  table: Ended,
  { account_id: accountId, id }: { account_id: string; id: string },
): Promise<boolean> {
  const now = new Date(clock());
  const {
    rows: [returned],
  } = await pool.query<{ returned_at: Date }>(
    `UPDATE ${table} SET returned_at = coalesce(returned_at, $3) WHERE account_id = $1 AND id = $2
      AND (returned_at IS NULL OR returned_at > $4) RETURNING returned_at`,
    [accountId, id, now, new Date(now.getTime() - LIMITS.returnMs)],
  );
  return returned !== undefined;
}

/** The intent's id, status and order, signed by the store's secret. */
async function storeUrl(deps: PaymentDependencies, url: string, row: IntentRow): Promise<string> {
  const { id, status, order_reference: orderReference } = row;
  const signature = await signatureOf(deps, ownerOf(row), { id, status, orderReference });
  return withQuery(url, { payment_intent_id: id, status, order_reference: orderReference, ...signature });
}

export function withQuery(url: string, values: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  return target.href;
}
