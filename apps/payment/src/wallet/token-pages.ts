import { field, parts } from '@qafila/pages/fields';
import { askedLanguage } from '@qafila/pages/http';
import type { Language } from '@qafila/pages/languages';
import type { PageRequest } from '@qafila/pages/http';
import { redirect } from '@qafila/pages/layout';
import type { Page } from '@qafila/pages/layout';
import { html } from '@qafila/runtime/html';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { LIMITS } from '../limits.ts';
import { isReturning, originsOf, sinceEndMs, withQuery } from '../pages/find-page.ts';
import { page } from '../pages/layout.ts';
import { TEXTS } from '../pages/texts.ts';
import type { Texts } from '../pages/texts.ts';
import { noticeOf } from '../pages/notices.ts';
import type { StepReport } from '../providers/provider.ts';
import { withinDeadline } from '../providers/within-deadline.ts';
import { ownerOf } from '../owner.ts';
import { signatureOf } from '../store/redirect-secret.ts';
import { storeProfile } from '../store/store-profile.ts';
import { changeToken } from '../tokens/change-token.ts';
import type { TokenFacts } from '../tokens/change-token.ts';
import { tokenState } from '../tokens/token.entity.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import { isSettingUp } from '../tokens/token.state.ts';
import { isTrying } from '../tries.ts';
import type { TokenCommand } from '../tokens/token.state.ts';

const PIN_INPUT = html`type="password" inputmode="numeric" maxlength="8" autocomplete="off"`;
const CODE_INPUT = html`inputmode="numeric" maxlength="8" autocomplete="one-time-code"`;

export interface TokenPageContext {
  token: string;
  request: PageRequest;
}

/** The page of a subscription setup: first the PIN, then the code, then the redirect to the store. */
export async function showToken(
  deps: PaymentDependencies,
  row: TokenRow,
  { token, request }: TokenPageContext,
): Promise<Page> {
  const language = askedLanguage(request);
  const texts = TEXTS[language];
  const end = await endOfSetup(deps, row, language);
  if (end !== null) return end;
  const store = await storeProfile(deps.pool, ownerOf(row));
  const shared = { language, store, formOrigins: originsOf(row.success_url, row.failure_url) };
  // Another window has sent a PIN or a code, and the wallet has not answered yet.
  if (row.state === 'otp_verified' || isTrying(tokenState(row), deps.clock()))
    return page({
      ...shared,
      title: texts.connecting,
      refreshSeconds: 3,
      content: html`<p role="status">${texts.connectingHint}</p>`,
    });
  if (row.state === 'expired' || deps.clock() >= row.expires_at.getTime()) {
    return page({
      ...shared,
      title: texts.connectExpired,
      status: 410,
      content: html`<p>${texts.expiredHint}</p>
        <p><a class="button" href="${row.failure_url}">${texts.back}</a></p>`,
    });
  }
  const isPin = row.state === 'pending';
  const name = noticeOf(request, isPin ? 'pin' : 'tokenCode');
  const notice = name !== undefined && html`<p class="notice" role="alert">${texts[name]}</p>`;
  const action = `/wallet/${token}`;
  const input = isPin
    ? html`<p class="hint">${parts(texts.pinHint, 'phone', row.phone_masked)}</p>
        <form method="post" action="${action}/pin" autocomplete="off">
          <input
            type="hidden"
            name="lang"
            value="${language}"
          />${field('pin', texts.pin, PIN_INPUT)}<button>
            ${texts.continue}
          </button>
        </form>`
    : html`<p class="hint">${parts(texts.codeHint, 'phone', row.phone_masked)}</p>
        <form method="post" action="${action}/code" autocomplete="off">
          <input
            type="hidden"
            name="lang"
            value="${language}"
          />${field('code', texts.code, CODE_INPUT)}<button>
            ${texts.confirm}
          </button>
        </form>`;
  return page({
    ...shared,
    title: isPin ? texts.pinTitle : texts.codeTitle,
    content: html`${notice}${input}
      <form method="post" action="${action}/cancel">
        <input type="hidden" name="lang" value="${language}" /><button class="quiet">${texts.cancel}</button>
      </form>`,
  });
}

/**
 * The page of a setup that has ended; null before its end. As with payments, the first visits lead to the store, later
 * ones to a receipt, and after a day the page is closed. What became of the token since is the store's matter.
 */
async function endOfSetup(deps: PaymentDependencies, row: TokenRow, language: Language): Promise<Page | null> {
  if (row.state === 'expired' || isSettingUp(row.state)) return null;
  const texts = TEXTS[language];
  const isFailed = row.state === 'failed';
  const backTo = isFailed ? row.failure_url : row.success_url;
  const store = await storeProfile(deps.pool, ownerOf(row));
  const shared = { language, store, formOrigins: originsOf(backTo) };
  if (sinceEndMs(deps, row) >= LIMITS.receiptMs)
    return page({ ...shared, title: texts.closed, status: 410, content: html`<p>${texts.setupClosedHint}</p>` });
  const status = isFailed ? 'failed' : 'succeeded';
  const signature = await signatureOf(deps, ownerOf(row), { id: row.id, status });
  const back = withQuery(backTo, { token_id: row.id, status, ...signature });
  if (await isReturning(deps, 'wallet_token', row)) return redirect(back);
  return page({
    ...shared,
    title: isFailed ? texts.notConnected : texts.connected,
    content: html`<p role="status">${texts.doneHint}</p>
      <p><a class="button" href="${back}">${texts.back}</a></p>`,
  });
}

export async function submitPin(
  deps: PaymentDependencies,
  row: TokenRow,
  visit: TokenPageContext & { pin: string },
): Promise<Page> {
  if (!/^\d{4,8}$/.test(visit.pin)) return redirectToPage(visit, 'fieldWrong');
  const tried = await countTry(deps, row, { visit, kind: 'tryPin' });
  if ('page' in tried) return tried.page;
  const { phone: sealed } = tried.row;
  if (sealed === null) return redirectToPage(visit, null);
  const phone = deps.keys.open(sealed, 'phone', row.account_id, row.id);
  const report = await callWallet(async () =>
    (await deps.providers.wallet(row)).startToken({ id: row.id, phone, pin: visit.pin }),
  );
  if (report.kind === 'unknown') return applyCommand(deps, row, { visit, ...UNANSWERED });
  if (report.kind === 'unavailable') return applyCommand(deps, row, { visit, ...NOT_JUDGED });
  if (report.kind === 'accepted')
    return applyCommand(deps, row, {
      visit,
      notice: null,
      command: { kind: 'pinAccepted', facts: report, gatewaySession: report.reference },
    });
  return applyCommand(deps, row, {
    visit,
    notice: 'pinWrong',
    command: { kind: report.kind === 'wrong' ? 'pinWrong' : 'fail', facts: report },
  });
}

export async function submitTokenCode(
  deps: PaymentDependencies,
  row: TokenRow,
  visit: TokenPageContext & { code: string },
): Promise<Page> {
  if (!/^\d{4,8}$/.test(visit.code)) return redirectToPage(visit, 'fieldWrong');
  const tried = await countTry(deps, row, { visit, kind: 'tryCode' });
  if ('page' in tried) return tried.page;
  const report = await callWallet(async () =>
    (await deps.providers.wallet(row)).finishToken(row.id, tried.row.gateway_session ?? '', visit.code),
  );
  // The wallet may have created the token. The page says "we are checking", and the worker inquires.
  if (report.kind === 'unknown')
    return applyCommand(deps, row, { visit, notice: null, command: { kind: 'otpAccepted' } });
  if (report.kind === 'unavailable') return applyCommand(deps, row, { visit, ...NOT_JUDGED });
  if (report.kind === 'wrong' && report.expired === true)
    return applyCommand(deps, row, { visit, ...NOT_JUDGED, notice: 'codeExpired' });
  if (report.kind === 'accepted')
    return applyCommand(deps, row, {
      visit,
      notice: null,
      command: { kind: 'activate', facts: report, gatewayToken: (report as { token?: string }).token },
    });
  return applyCommand(deps, row, {
    visit,
    notice: 'codeWrong',
    command: { kind: report.kind === 'wrong' ? 'otpWrong' : 'fail', facts: report },
  });
}

/** The wallet may have judged the PIN, so the try stays counted. */
const UNANSWERED = { notice: 'busy', command: { kind: 'tryCounted' } } as const;
const NOT_JUDGED = { notice: 'busy', command: { kind: 'tryReturned' } } as const;

/** Counts a try under the row's lock, before the wallet is asked. Without one left, the page that shows why. */
async function countTry(
  deps: PaymentDependencies,
  { account_id: accountId, id }: TokenRow,
  { visit, kind }: { visit: TokenPageContext; kind: 'tryPin' | 'tryCode' },
): Promise<{ row: TokenRow } | { page: Page }> {
  const { decision, row } = await inTransaction(deps.pool, (tx) => changeToken(deps, tx, { accountId, id }, { kind }));
  if ('refused' in decision || row === undefined) {
    const isTooOld = 'refused' in decision && decision.refused === 'otp_expired';
    return { page: redirectToPage(visit, isTooOld ? 'codeExpired' : null) };
  }
  if (isSettingUp(row.state)) return { row };
  deps.onCommit();
  return { page: (await endOfSetup(deps, row, askedLanguage(visit.request))) ?? redirectToPage(visit, null) };
}

export async function cancelToken(deps: PaymentDependencies, row: TokenRow, visit: TokenPageContext): Promise<Page> {
  return applyCommand(deps, row, {
    visit,
    notice: null,
    command: { kind: 'fail', facts: { code: '112', message: 'Cancelled by the customer' } },
  });
}

async function applyCommand(
  deps: PaymentDependencies,
  row: TokenRow,
  {
    visit,
    notice,
    command,
  }: { visit: TokenPageContext; notice: keyof Texts | null; command: TokenCommand & TokenFacts },
): Promise<Page> {
  const { row: next } = await inTransaction(deps.pool, (tx) =>
    changeToken(deps, tx, { accountId: row.account_id, id: row.id }, command),
  );
  deps.onCommit();
  const end = next === undefined ? null : await endOfSetup(deps, next, askedLanguage(visit.request));
  return end ?? redirectToPage(visit, notice);
}

function redirectToPage({ token, request }: TokenPageContext, notice: keyof Texts | null): Page {
  return redirect(`/wallet/${token}?lang=${askedLanguage(request)}${notice === null ? '' : `&notice=${notice}`}`);
}

async function callWallet<T extends StepReport>(call: () => Promise<T>): Promise<T | { kind: 'unknown'; why: string }> {
  return withinDeadline(call).catch((error: unknown) => ({
    kind: 'unknown' as const,
    why: String((error as Error).message),
  }));
}
