import { notFound } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import { intentOfPage } from '../intents/intent-with-store.ts';
import { isOver } from '../intents/intent.state.ts';
import { secretHash } from '../keys.ts';
import { ownerOf } from '../owner.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import { redirect } from './layout.ts';
import type { Page } from './layout.ts';
import type { PageRequest } from './page-filter.ts';
import { languageOf } from './texts.ts';
import type { Language } from './texts.ts';
import { endPage } from './views.ts';
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

export function askedLanguage(request: PageRequest): Language {
  return languageOf(request.query.lang ?? request.body?.lang, request.headers['accept-language']);
}

export function originsOf(...urls: string[]): string[] {
  return urls.filter((url) => url !== '').map((url) => new URL(url).origin);
}

/**
 * The redirect to the store when the journey has ended, with the intent's id, which the store's server verifies by its
 * details. Null before the end.
 */
export function redirectWhenEnded(context: PageContext): Page | null {
  const { row } = context;
  if (!isOver(row.status) && row.status !== 'requires_capture') return null;
  if (row.status === 'expired') return endPage(context, 'expired');
  const paid = row.status === 'succeeded' || row.status === 'requires_capture';
  const url = paid ? row.success_url : row.failure_url;
  return url === ''
    ? endPage(context, paid ? 'done' : 'failed')
    : redirect(withQuery(url, { payment_intent_id: row.id, status: row.status, order_reference: row.order_reference }));
}

export function withQuery(url: string, values: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  return target.href;
}
