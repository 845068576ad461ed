import { html } from '@qafila/runtime/html';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { askedLanguage, originsOf, withQuery } from '../pages/find-page.ts';
import { page, redirect } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';
import type { PageRequest } from '../pages/page-filter.ts';
import { TEXTS } from '../pages/texts.ts';
import type { Texts } from '../pages/texts.ts';
import { field, parts } from '../pages/views.ts';
import type { Payments } from '../payments.ts';
import type { StepOutcome } from '../providers/provider.ts';
import { storeProfile } from '../store/store-profile.ts';
import { changeToken } from './change-token.ts';
import type { TokenFacts } from './change-token.ts';
import { tokenOf } from './token.entity.ts';
import type { TokenRow } from './token.entity.ts';
import { isSettingUp, stepToken } from './token.state.ts';
import type { TokenCommand } from './token.state.ts';

export interface TokenVisit { token: string; request: PageRequest }

/** The page of a subscription's setup: PIN, then code, then back to the store. */
export async function showToken(payments: Payments, row: TokenRow, { token, request }: TokenVisit): Promise<Page> {
  const language = askedLanguage(request);
  const texts = TEXTS[language];
  const end = endOf(row);
  if (end !== null) return end;
  const store = await storeProfile(payments.pool, { accountId: row.account_id, storeId: row.store_id, mode: row.mode });
  const shared = { language, store, formOrigins: originsOf(row.success_url, row.failure_url) };
  if (row.state === 'expired' || payments.clock() >= row.expires_at.getTime()) {
    return page({ ...shared, title: texts.connectExpired, status: 410, content: html`<p>${texts.expiredHint}</p><p><a class="button" href="${row.failure_url}">${texts.back}</a></p>` });
  }
  if (row.state === 'otp_verified') return page({ ...shared, title: texts.connecting, refreshSeconds: 3, content: html`<p role="status">${texts.connectingHint}</p>` });
  const name = request.query.notice;
  const notice = typeof name === 'string' && Object.hasOwn(texts, name) && html`<p class="notice" role="alert">${texts[name as keyof Texts]}</p>`;
  const isPin = row.state === 'pending';
  const action = `/wallet/${token}`;
  const input = isPin
    ? html`<p class="hint">${parts(texts.pinHint, 'phone', row.phone_masked)}</p>
<form method="post" action="${action}/pin" autocomplete="off"><input type="hidden" name="lang" value="${language}">${field('pin', texts.pin, html`type="password" inputmode="numeric" maxlength="8" autocomplete="off"`)}<button>${texts.continue}</button></form>`
    : html`<p class="hint">${parts(texts.codeHint, 'phone', row.phone_masked)}</p>
<form method="post" action="${action}/code" autocomplete="off"><input type="hidden" name="lang" value="${language}">${field('code', texts.code, html`inputmode="numeric" maxlength="8" autocomplete="one-time-code"`)}<button>${texts.confirm}</button></form>`;
  return page({ ...shared, title: isPin ? texts.pinTitle : texts.codeTitle, content: html`${notice}${input}
<form method="post" action="${action}/cancel"><input type="hidden" name="lang" value="${language}"><button class="quiet">${texts.cancel}</button></form>` });
}

function endOf(row: TokenRow): Page | null {
  if (row.state === 'expired' || isSettingUp(row.state)) return null;
  const ok = row.state !== 'failed';
  return redirect(withQuery(ok ? row.success_url : row.failure_url, { token_id: row.id, status: ok ? 'succeeded' : 'failed' }));
}

export async function submitPin(payments: Payments, row: TokenRow, visit: TokenVisit & { pin: string }): Promise<Page> {
  if (!/^\d{4,8}$/.test(visit.pin)) return back(visit, 'fieldWrong');
  if (row.state !== 'pending' || row.phone === null || payments.clock() >= row.expires_at.getTime()) return back(visit, null);
  const phone = payments.keys.open(row.phone, 'phone', row.account_id, row.id);
  const said = await ask(() => payments.providers.wallet(row.gateway).startToken({ id: row.id, phone, pin: visit.pin }));
  if (said.kind === 'unknown' || said.kind === 'unavailable') return back(visit, 'busy');
  if (said.kind === 'accepted') return after(payments, row, { visit, notice: null, command: { kind: 'pinAccepted', facts: said, gatewaySession: said.reference } });
  return after(payments, row, { visit, notice: 'pinWrong', command: { kind: said.kind === 'wrong' ? 'pinWrong' : 'fail', facts: said } });
}

export async function submitTokenCode(payments: Payments, row: TokenRow, visit: TokenVisit & { code: string }): Promise<Page> {
  if (!/^\d{4,8}$/.test(visit.code)) return back(visit, 'fieldWrong');
  const judged = stepToken(tokenOf(row), { kind: 'otpAccepted' }, payments.clock());
  if ('refused' in judged) return back(visit, judged.refused === 'otp_expired' ? 'codeExpired' : null);
  const said = await ask(() => payments.providers.wallet(row.gateway).finishToken(row.id, row.gateway_session ?? '', visit.code));
  // The wallet may have made the token: "we are checking", and the worker asks.
  if (said.kind === 'unknown') return after(payments, row, { visit, notice: null, command: { kind: 'otpAccepted' } });
  if (said.kind === 'unavailable') return back(visit, 'busy');
  if (said.kind === 'wrong' && said.expired === true) return back(visit, 'codeExpired');
  if (said.kind === 'accepted') return after(payments, row, { visit, notice: null, command: { kind: 'activate', facts: said, gatewayToken: (said as { token?: string }).token } });
  return after(payments, row, { visit, notice: 'codeWrong', command: { kind: said.kind === 'wrong' ? 'otpWrong' : 'fail', facts: said } });
}

export async function cancelToken(payments: Payments, row: TokenRow, visit: TokenVisit): Promise<Page> {
  return after(payments, row, { visit, notice: null, command: { kind: 'fail', facts: { code: '112', message: 'Cancelled by the customer' } } });
}

async function after(payments: Payments, row: TokenRow, { visit, notice, command }: { visit: TokenVisit; notice: keyof Texts | null; command: TokenCommand & TokenFacts }): Promise<Page> {
  const { row: next } = await inTransaction(payments.pool, (tx) => changeToken(payments, tx, { accountId: row.account_id, id: row.id }, command));
  payments.onCommit();
  return (next === undefined ? null : endOf(next)) ?? back(visit, notice);
}

function back({ token, request }: TokenVisit, notice: keyof Texts | null): Page {
  return redirect(`/wallet/${token}?lang=${askedLanguage(request)}${notice === null ? '' : `&notice=${notice}`}`);
}

async function ask<T extends StepOutcome>(call: () => Promise<T>): Promise<T | { kind: 'unknown'; why: string }> {
  return call().catch((error: unknown) => ({ kind: 'unknown' as const, why: String((error as Error).message) }));
}
