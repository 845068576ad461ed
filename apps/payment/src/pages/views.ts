import { currencyExponent, fromMinorUnits } from '@qafila/money/minor-units';
import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import type { IntentWithStore } from '../intents/intent-with-store.ts';
import type { Method } from '../routing/choose-gateways.ts';
import { page } from './layout.ts';
import type { Page } from './layout.ts';
import { TEXTS } from './texts.ts';
import type { Language, Texts } from './texts.ts';

/** What every page of an intent is drawn from. */
export interface Scene extends IntentWithStore { language: Language; path: string; formOrigins: readonly string[]; notice?: keyof Texts }

const HINTS: Record<Method, keyof Texts> = { card: 'cardHint', bnpl: 'bnplHint', wallet: 'walletHint' };

/** With Latin digits in every language, as on cards and bank statements. */
export function shownAmount(minor: string, currency: string, language: Language): string {
  const digits = currencyExponent(currency) ?? 2;
  return new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(Number(fromMinorUnits(BigInt(minor), currency)));
}

export function checkoutPage(scene: Scene, methods: readonly Method[]): Page {
  const texts = TEXTS[scene.language];
  return draw(scene, 'choose', html`${summary(scene)}${notice(scene)}
<form method="post" action="${scene.path}"><input type="hidden" name="lang" value="${scene.language}">
<fieldset aria-labelledby="title">${methods.map((method, at) => html`
<label class="method"><input type="radio" name="method" value="${method}" required${at === 0 ? html` checked` : ''}><span>${texts[method]}<small>${texts[HINTS[method]]}</small></span></label>`)}
</fieldset><button>${texts.pay} <bdi>${amountOf(scene)}</bdi></button></form>${cancelForm(scene)}`);
}

export function checkingPage(scene: Scene): Page {
  const texts = TEXTS[scene.language];
  return draw(scene, 'checking', html`${summary(scene)}<p role="status">${texts.checkingHint}</p><p><a class="button" href="${scene.path}?lang=${scene.language}">${texts.refresh}</a></p>`, 3);
}

/** The customer came back without having finished at the gateway. */
export function atGatewayPage(scene: Scene, url: string | null): Page {
  const texts = TEXTS[scene.language];
  return draw(scene, 'atGateway', html`${summary(scene)}<p>${texts.atGatewayHint}</p>${url !== null && html`<p><a class="button" href="${url}" rel="noreferrer">${texts.goOn}</a></p>`}
<p><a class="button quiet" href="${scene.path}/return?lang=${scene.language}">${texts.refresh}</a></p>${cancelForm(scene)}`);
}

/** For an end that has no address of the store's to go to, and for one whose time is over. */
export function endPage(scene: Scene, kind: 'done' | 'failed' | 'expired'): Page {
  const texts = TEXTS[scene.language];
  const back = kind === 'done' ? scene.row.success_url : scene.row.failure_url;
  return { ...draw(scene, kind, html`<p>${texts[`${kind}Hint`]}</p>${back !== '' && html`<p><a class="button" href="${back}">${texts.back}</a></p>`}`), status: kind === 'expired' ? 410 : 200 };
}

export function identityPage(scene: Scene): Page {
  const texts = TEXTS[scene.language];
  return draw(scene, 'identityTitle', html`${summary(scene)}${notice(scene)}
<form method="post" action="${scene.path}/identity" autocomplete="off"><input type="hidden" name="lang" value="${scene.language}">
${field('national_id', texts.nationalId, html`inputmode="numeric" pattern="[0-9٠-٩۰-۹ \\-]{5,24}" maxlength="24"`)}
${field('phone', texts.phone, html`inputmode="tel" autocomplete="tel" pattern="[+0-9٠-٩۰-۹ \\-]{7,24}" maxlength="24"`)}
<button>${texts.send}</button></form>${cancelForm(scene)}`);
}

export function codePage(scene: Scene, phone: string): Page {
  const texts = TEXTS[scene.language];
  return draw(scene, 'codeTitle', html`${summary(scene)}${notice(scene)}<p class="hint">${parts(texts.codeHint, 'phone', phone)}</p>
<form method="post" action="${scene.path}/code" autocomplete="off"><input type="hidden" name="lang" value="${scene.language}">
${field('code', texts.code, html`inputmode="numeric" autocomplete="one-time-code" pattern="[0-9٠-٩۰-۹]{4,8}" maxlength="8"`)}
<button>${texts.confirm}</button></form>
<form method="post" action="${scene.path}/resend"><input type="hidden" name="lang" value="${scene.language}"><button class="quiet">${texts.resend}</button></form>${cancelForm(scene)}`);
}

/** `appUrl`: of a pretend app, which stage has. */
export function appPage(scene: Scene, appUrl: string | null): Page {
  const texts = TEXTS[scene.language];
  return draw(scene, 'appTitle', html`${summary(scene)}<p role="status">${parts(texts.appHint, 'amount', amountOf(scene))}</p>
${appUrl !== null && html`<p><a class="button" href="${appUrl}" rel="noreferrer">${texts.goOn}</a></p>`}
<p><a class="button" href="${scene.path}?lang=${scene.language}">${texts.refresh}</a></p>${cancelForm(scene)}`, 3);
}

export function field(name: string, label: string, attributes: Html): Html {
  return html`<label class="field" for="${name}">${label}</label><input class="text" id="${name}" name="${name}" required ${attributes}>`;
}

/** A text with a value in its place, kept apart from the direction of the text around it. */
export function parts(text: string, name: string, value: string): Html {
  const [before = '', after = ''] = text.split(`{${name}}`);
  return html`${before}<bdi>${value}</bdi>${after}`;
}

function draw(scene: Scene, title: keyof Texts, content: Html, refreshSeconds?: number): Page {
  return page({ language: scene.language, store: scene.store, title: TEXTS[scene.language][title], content, refreshSeconds, formOrigins: scene.formOrigins });
}

function notice({ notice: text, language }: Scene): Html | false {
  return text !== undefined && html`<p class="notice" role="alert">${TEXTS[language][text]}</p>`;
}

function amountOf({ row, language }: Scene): string {
  return shownAmount(row.amount_minor, row.currency, language);
}

function summary(scene: Scene): Html {
  const texts = TEXTS[scene.language];
  return html`<dl><dt>${texts.order}</dt><dd><bdi>${scene.row.order_reference}</bdi></dd><dt>${texts.total}</dt><dd class="total"><bdi>${amountOf(scene)}</bdi></dd></dl>`;
}

function cancelForm(scene: Scene): Html {
  return html`<form method="post" action="${scene.path}/cancel"><input type="hidden" name="lang" value="${scene.language}"><button class="quiet">${TEXTS[scene.language].cancel}</button></form>`;
}
