import { currencyExponent, fromMinorUnits } from '@qafila/money/minor-units';
import type { Language } from '@qafila/pages/languages';
import type { Page, WidgetOrigins } from '@qafila/pages/layout';
import { field, parts } from '@qafila/pages/fields';
import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import type { IntentWithStore } from '../intents/intent-with-store.ts';
import type { BuyerField } from '../providers/capabilities.ts';
import type { Method } from '../providers/methods.ts';
import { page } from './layout.ts';
import { TEXTS } from './texts.ts';
import type { Texts } from './texts.ts';

/** What a page of an intent shows. */
export interface PageContext extends IntentWithStore {
  language: Language;
  path: string;
  formOrigins: readonly string[];
  notice?: keyof Texts;
}

const HINTS: Record<Method, keyof Texts> = { card: 'cardHint', bnpl: 'bnplHint', wallet: 'walletHint' };

/** Latin digits in every language, as on cards and bank statements. */
export function shownAmount(minor: string, currency: string, language: Language): string {
  const digits = currencyExponent(currency) ?? 2;
  return new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Number(fromMinorUnits(BigInt(minor), currency)));
}

/** A method of the page. `atGateway`: the customer goes to the page of a gateway. */
export interface ShownMethod {
  method: Method;
  atGateway: boolean;
}

export function checkoutPage(
  context: PageContext,
  methods: readonly ShownMethod[],
  { offersToSave = false }: { offersToSave?: boolean } = {},
): Page {
  const texts = TEXTS[context.language];
  const hintOf = ({ method, atGateway }: ShownMethod): string =>
    texts[method === 'bnpl' && atGateway ? 'bnplPageHint' : HINTS[method]];
  return draw(context, {
    title: 'choose',
    content: html`${summary(context)}${notice(context)}
      <form method="post" action="${context.path}">
        <input type="hidden" name="lang" value="${context.language}" />
        <fieldset aria-labelledby="title">
          ${methods.map(
            (shown, at) =>
              html` <label class="method"
                ><input
                  type="radio"
                  name="method"
                  value="${shown.method}"
                  required${at === 0 ? html` checked` : ''}
                /><span>${texts[shown.method]}<small>${hintOf(shown)}</small></span
                ></label
              >`,
          )}
        </fieldset>
        ${offersToSave && saveBox(context)}
        <button>${texts.pay} <bdi>${shownTotal(context)}</bdi></button>
      </form>
      ${cancelForm(context)}`,
  });
}

/** Not ticked: to keep a card needs a choice of its own. */
function saveBox({ language, store }: PageContext): Html {
  const texts = TEXTS[language];
  return html`<label class="method save"
    ><input type="checkbox" name="save" value="yes" aria-describedby="save-hint" /><span
      >${parts(texts.saveCard, 'store', store.name)}<small id="save-hint"
        >${parts(texts.saveCardHint, 'store', store.name)}</small
      ></span
    ></label
  >`;
}

/** No gateway of the store takes this payment: the store must choose another currency or connect one. */
export function unpayablePage(context: PageContext): Page {
  return draw(context, {
    title: 'unpayable',
    content: html`${summary(context)}
      <p role="status">${TEXTS[context.language][context.isUndecided ? 'undecidedHint' : 'unpayableHint']}</p>
      ${cancelForm(context)}`,
  });
}

export function checkingPage(context: PageContext): Page {
  const texts = TEXTS[context.language];
  return draw(context, {
    title: 'checking',
    content: html`${summary(context)}
      <p role="status">${texts.checkingHint}</p>
      <p><a class="button" href="${context.path}?lang=${context.language}">${texts.refresh}</a></p>`,
    refreshSeconds: 3,
  });
}

const NATIONAL_ID_INPUT = html`inputmode="numeric" pattern="[0-9٠-٩۰-۹ \\-]{5,24}" maxlength="24"`;
const PHONE_INPUT = html`inputmode="tel" autocomplete="tel" pattern="[+0-9٠-٩۰-۹ \\-]{7,24}" maxlength="24"`;
const CODE_INPUT = html`inputmode="numeric" autocomplete="one-time-code" pattern="[0-9٠-٩۰-۹]{4,8}" maxlength="8"`;

const BUYER_INPUTS: Record<BuyerField, { label: keyof Texts; input: Html }> = {
  name: { label: 'buyerName', input: html`autocomplete="name" dir="auto" minlength="2" maxlength="200"` },
  email: { label: 'buyerEmail', input: html`type="email" autocomplete="email" maxlength="200"` },
  phone: { label: 'buyerPhone', input: PHONE_INPUT },
};

/** The gateway of the method decides by these details. The merchant gets them with the intent. */
export function detailsPage(
  context: PageContext,
  { method, fields, saves }: { method: Method; fields: readonly BuyerField[]; saves: boolean },
): Page {
  const texts = TEXTS[context.language];
  return draw(context, {
    title: 'detailsTitle',
    content: html`${summary(context)}${notice(context)}
      <p class="hint">${parts(texts.detailsHint, 'store', context.store.name)}</p>
      <form method="post" action="${context.path}">
        <input type="hidden" name="lang" value="${context.language}" />
        <input type="hidden" name="method" value="${method}" />
        ${saves && html`<input type="hidden" name="save" value="yes" />`}
        ${fields.map((name) => field(name, texts[BUYER_INPUTS[name].label], BUYER_INPUTS[name].input))}
        <button>${texts.continue}</button>
      </form>
      <p><a class="button quiet" href="${context.path}?lang=${context.language}">${texts.otherMethod}</a></p>`,
  });
}

export function identityPage(context: PageContext): Page {
  const texts = TEXTS[context.language];
  return draw(context, {
    title: 'identityTitle',
    content: html`${summary(context)}${notice(context)}
      <form method="post" action="${context.path}/identity" autocomplete="off">
        <input type="hidden" name="lang" value="${context.language}" />
        ${field('national_id', texts.nationalId, NATIONAL_ID_INPUT)}
        ${field('phone', texts.phone, PHONE_INPUT)}
        <button>${texts.send}</button>
      </form>
      ${cancelForm(context)}`,
  });
}

export function codePage(context: PageContext, phone: string): Page {
  const texts = TEXTS[context.language];
  return draw(context, {
    title: 'codeTitle',
    content: html`${summary(context)}${notice(context)}
      <p class="hint">${parts(texts.codeHint, 'phone', phone)}</p>
      <form method="post" action="${context.path}/code" autocomplete="off">
        <input type="hidden" name="lang" value="${context.language}" />
        ${field('code', texts.code, CODE_INPUT)}
        <button>${texts.confirm}</button>
      </form>
      <form method="post" action="${context.path}/resend">
        <input type="hidden" name="lang" value="${context.language}" /><button class="quiet">${texts.resend}</button>
      </form>
      ${cancelForm(context)}`,
  });
}

/** `appUrl` exists only for the sandbox's wallet app. */
export function appPage(context: PageContext, appUrl: string | null): Page {
  const texts = TEXTS[context.language];
  return draw(context, {
    title: 'appTitle',
    content: html`${summary(context)}
      <p role="status">${parts(texts.appHint, 'amount', shownTotal(context))}</p>
      ${appUrl !== null && html`<p><a class="button" href="${appUrl}" rel="noreferrer">${texts.continueThere}</a></p>`}
      <p><a class="button" href="${context.path}?lang=${context.language}">${texts.refresh}</a></p>
      ${cancelForm(context)}`,
    refreshSeconds: 3,
  });
}

/** What a page of an intent has of its own. */
interface Drawn {
  title: keyof Texts;
  content: Html;
  refreshSeconds?: number;
  formOrigins?: readonly string[];
  widget?: WidgetOrigins;
}

export function draw(context: PageContext, { title, formOrigins = [], ...own }: Drawn): Page {
  return page({
    language: context.language,
    store: context.store,
    title: TEXTS[context.language][title],
    formOrigins: [...context.formOrigins, ...formOrigins],
    ...own,
  });
}

function notice({ notice: text, language }: PageContext): Html | false {
  return text !== undefined && html`<p class="notice" role="alert">${TEXTS[language][text]}</p>`;
}

function shownTotal({ row, language }: PageContext): string {
  return shownAmount(row.amount_minor, row.currency, language);
}

export function summary(context: PageContext): Html {
  const texts = TEXTS[context.language];
  return html`<dl>
    <dt>${texts.order}</dt>
    <dd><bdi>${context.row.order_reference}</bdi></dd>
    <dt>${texts.total}</dt>
    <dd class="total"><bdi>${shownTotal(context)}</bdi></dd>
  </dl>`;
}

export function cancelForm(context: PageContext): Html {
  return html`<form method="post" action="${context.path}/cancel">
    <input type="hidden" name="lang" value="${context.language}" /><button class="quiet">
      ${TEXTS[context.language].cancel}
    </button>
  </form>`;
}
