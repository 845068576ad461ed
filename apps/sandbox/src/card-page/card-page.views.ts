import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { RIGHT_CODE, spacedCardNumber, TEST_CARDS } from '../levers/test-cards.ts';
import { formatAmount } from '../pages/format-amount.ts';
import { page } from '../pages/layout.ts';
import type { Page } from '../pages/layout.ts';
import { CARD_TEXTS, languageOf } from './card-page.texts.ts';
import type { CardTexts } from './card-page.texts.ts';

export interface PageState {
  payment: PaymentRow;
  path: string;
  notice?: keyof CardTexts;
  filled?: string;
}

const BRANDS: Record<string, string> = { 'cardgateway-a': 'Card gateway A', 'cardgateway-b': 'Card gateway B' };

/** The form for a card. It never shows a typed number again; only a button fills in a test card. */
export function cardPage({ payment, path, notice, filled = '' }: PageState): Page {
  const texts = textsFor(payment);
  return gatewayPage(payment, {
    title: texts.payTitle,
    status: notice === undefined ? 200 : 422,
    content: html` <p class="total"><bdi>${formatAmount(payment)}</bdi></p>
      <p class="test"><strong>${texts.testPage}</strong> ${texts.neverReal}</p>
      ${alert(notice && texts[notice])}
      <form method="post" action="${path}" autocomplete="off">
        <label for="number">${texts.number}</label
        ><input
          id="number"
          name="number"
          inputmode="numeric"
          maxlength="30"
          required
          value="${filled}"
          ${notice !== undefined && html` aria-invalid="true" aria-describedby="notice"`}
        />
        <div class="pair">
          <div>
            <label for="expiry">${texts.expiry}</label
            ><input
              id="expiry"
              name="expiry"
              inputmode="numeric"
              maxlength="7"
              required
              placeholder="12/34"
              value="${filled === '' ? '' : '12/34'}"
            />
          </div>
          <div>
            <label for="cvc">${texts.cvc}</label
            ><input
              id="cvc"
              name="cvc"
              inputmode="numeric"
              maxlength="4"
              required
              placeholder="123"
              value="${filled === '' ? '' : '123'}"
            />
          </div>
        </div>
        <button name="pay" value="1">${texts.pay} <bdi>${formatAmount(payment)}</bdi></button>
      </form>
      <form method="post" action="${path}/cancel"><button class="quiet">${texts.cancel}</button></form>
      <h2 id="cards">${texts.cards}</h2>
      <form method="get" action="${path}">
        <ul class="fill" aria-labelledby="cards">
          ${TEST_CARDS.map(
            ({ number, description }) =>
              html` <li>
                <button name="fill" value="${number}">
                  <bdi>${spacedCardNumber(number)}</bdi><small><bdi lang="en">${description}</bdi></small>
                </button>
              </li>`,
          )}
        </ul>
      </form>`,
  });
}

/** The simulated bank's 3-D Secure challenge. */
export function challengePage({ payment, path, notice, filled = '' }: PageState): Page {
  const texts = textsFor(payment);
  const sent = texts.codeSent
    .replace('3-D Secure', isolated)
    .replace('{amount}', isolated(formatAmount(payment)))
    .replace('{last4}', isolated(payment.card_last4 ?? ''));
  return gatewayPage(payment, {
    title: texts.challengeTitle,
    status: notice === undefined ? 200 : 422,
    content: html` <p>${sent}</p>
      <p class="test"><strong>${texts.testPage}</strong> ${texts.codeIs}</p>
      ${alert(notice && texts[notice])}
      <form method="post" action="${path}/challenge" autocomplete="off">
        <label for="code">${texts.code}</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="8"
          required
          value="${filled}"
        /><button>${texts.confirm}</button>
      </form>
      <form method="get" action="${path}">
        <button class="quiet" name="fill" value="${RIGHT_CODE}">${texts.fillCode}</button>
      </form>
      <form method="post" action="${path}/cancel"><button class="quiet">${texts.cancel}</button></form>`,
  });
}

/** The payment has ended here. The page leads back to the platform, which inquires. */
export function endPage(payment: PaymentRow, returnUrl: string): Page {
  const texts = textsFor(payment);
  return gatewayPage(payment, {
    title: texts.endTitle,
    leadsTo: returnUrl,
    content: html`<p role="status">${texts.endHint}</p>
      <p><a class="button" href="${returnUrl}" rel="noreferrer">${texts.goBack}</a></p>`,
  });
}

function textsFor({ language }: PaymentRow): CardTexts {
  return CARD_TEXTS[languageOf(language)];
}

function gatewayPage(
  payment: PaymentRow,
  parts: { title: string; content: Html; status?: number; leadsTo?: string },
): Page {
  return page({ ...parts, brand: BRANDS[payment.provider] ?? 'Card gateway', language: languageOf(payment.language) });
}

function alert(notice: string | undefined): Html | false {
  return notice !== undefined && html`<p class="notice" role="alert" id="notice">${notice}</p>`;
}

/** Isolates Latin text, so that it keeps its order within a sentence that runs from right to left. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
