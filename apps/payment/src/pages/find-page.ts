import { notFound } from '@qafila/envelopes/refusal';
import type { IntentRow } from '../intents/intent.entity.ts';
import { isOver } from '../intents/intent.state.ts';
import { secretHash } from '../keys.ts';
import type { Payments } from '../payments.ts';
import { storeProfile } from '../store/store-profile.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import { languageOf } from './texts.ts';
import type { Language } from './texts.ts';
import { redirect } from './layout.ts';
import type { Page } from './layout.ts';
import type { PageRequest } from './page-filter.ts';
import { endPage } from './views.ts';
import type { Scene } from './views.ts';

const TOKEN = /^[\w-]{43}$/;

export async function findIntentPage({ pool }: Payments, token: string): Promise<IntentRow | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const { rows: [row] } = await pool.query<IntentRow>({ name: 'intent-page', text: 'SELECT * FROM intent WHERE page_hash = $1', values: [secretHash(token)] });
  return row;
}

export async function findTokenPage({ pool }: Payments, token: string): Promise<TokenRow | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const { rows: [row] } = await pool.query<TokenRow>('SELECT * FROM wallet_token WHERE page_hash = $1', [secretHash(token)]);
  return row;
}

export async function sceneOf(payments: Payments, token: string, request: PageRequest, area: 'pay' | 'wallet'): Promise<Scene> {
  const row = await findIntentPage(payments, token);
  if (row === undefined) throw notFound('page', token.slice(0, 6));
  const owner = { accountId: row.account_id, storeId: row.store_id, mode: row.mode };
  return {
    row, store: await storeProfile(payments.pool, owner), language: askedLanguage(request), path: `/${area}/${token}`,
    formOrigins: [...originsOf(row.success_url, row.failure_url), ...payments.providers.origins],
  };
}

export function askedLanguage(request: PageRequest): Language {
  return languageOf(request.query.lang ?? request.body?.lang, request.headers['accept-language']);
}

export function originsOf(...urls: string[]): string[] {
  return urls.filter((url) => url !== '').map((url) => new URL(url).origin);
}

/** The end of an intent's journey: back to the store with the intent's id, which its server verifies by details. Null while it goes on. */
export function ended(scene: Scene): Page | null {
  const { row } = scene;
  if (!isOver(row.status) && row.status !== 'requires_capture') return null;
  if (row.status === 'expired') return endPage(scene, 'expired');
  const paid = row.status === 'succeeded' || row.status === 'requires_capture';
  const url = paid ? row.success_url : row.failure_url;
  return url === '' ? endPage(scene, paid ? 'done' : 'failed') : redirect(withQuery(url, { payment_intent_id: row.id, status: row.status, order_reference: row.order_reference }));
}

export function withQuery(url: string, values: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  return target.href;
}
