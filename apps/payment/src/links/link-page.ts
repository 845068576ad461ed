import { currencyExponent } from '@qafila/money/minor-units';
import { field, parts } from '@qafila/pages/fields';
import type { Language } from '@qafila/pages/languages';
import type { Page } from '@qafila/pages/layout';
import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import { page } from '../pages/layout.ts';
import { TEXTS } from '../pages/texts.ts';
import { shownAmount } from '../pages/views.ts';
import type { StoreProfile } from '../store/store-profile.ts';
import type { PaymentLinkRow } from './payment-link.entity.ts';

export interface LinkContext {
  link: PaymentLinkRow;
  store: StoreProfile;
  language: Language;
  /** The path of the page. */
  path: string;
  formOrigins: readonly string[];
}

export type LinkNotice = 'amountWrong' | 'linkBusy';

/** What is paid, and the amount where the customer types it. Nothing is started before the customer goes on. */
export function linkPage(context: LinkContext, notice?: LinkNotice): Page {
  const { link, language, path, store, formOrigins } = context;
  const texts = TEXTS[language];
  return page({
    language,
    store,
    title: texts.linkTitle,
    formOrigins,
    content: html`${link.description !== '' && html`<p class="about"><bdi>${link.description}</bdi></p>`}
      ${notice !== undefined && html`<p class="notice" role="alert">${texts[notice]}</p>`}
      ${link.amount_minor !== null && fixedAmount(context, link.amount_minor)}
      <form method="post" action="${path}">
        <input type="hidden" name="lang" value="${language}" />
        ${link.amount_minor === null && openAmount(context, notice === 'amountWrong')}
        <button>${texts.continue}</button>
      </form>`,
    ...(notice === 'linkBusy' ? { status: 503 } : {}),
  });
}

/** The link makes no payment: it is disabled, expired or used. */
export function closedLinkPage({ language, store }: LinkContext): Page {
  const texts = TEXTS[language];
  const content = html`<p>${texts.linkClosedHint}</p>`;
  return page({ language, store, title: texts.linkClosed, content, status: 410 });
}

function fixedAmount({ link, language }: LinkContext, minor: string): Html {
  return html`<dl>
    <dt>${TEXTS[language].total}</dt>
    <dd class="total"><bdi>${shownAmount(minor, link.currency, language)}</bdi></dd>
  </dl>`;
}

function openAmount({ link, language }: LinkContext, isWrong: boolean): Html {
  const texts = TEXTS[language];
  const digits = currencyExponent(link.currency) ?? 2;
  const fraction = digits === 0 ? '' : `([.٫][0-9٠-٩۰-۹]{1,${digits}})?`;
  const range = bounds({ link, language });
  const attributes = html`inputmode="decimal" autocomplete="transaction-amount" maxlength="16"
  pattern="[0-9٠-٩۰-۹ ]+${fraction}"${range !== false && html` aria-describedby="bounds"`}
  ${isWrong && html` aria-invalid="true"`}`;
  return html`${field('amount', `${texts.amount} (${link.currency})`, attributes)}
  ${range !== false && html`<p class="hint" id="bounds">${range}</p>`}`;
}

function bounds({ link, language }: Pick<LinkContext, 'link' | 'language'>): Html | false {
  const texts = TEXTS[language];
  const shown = (minor: string): string => shownAmount(minor, link.currency, language);
  const { amount_min_minor: min, amount_max_minor: max } = link;
  if (min !== null && max !== null)
    return html`${parts(texts.amountFrom, 'amount', shown(min))} ${parts(texts.amountTo, 'amount', shown(max))}`;
  if (min !== null) return parts(texts.amountFrom, 'amount', shown(min));
  return max !== null && parts(texts.amountTo, 'amount', shown(max));
}
