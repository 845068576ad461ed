import type { Language } from '@qafila/pages/languages';
import type { Page } from '@qafila/pages/layout';
import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import { TEXTS } from './texts.ts';
import type { Texts } from './texts.ts';
import { draw, shownAmount } from './views.ts';
import type { PageContext } from './views.ts';

export type End = 'done' | 'authorised' | 'failed' | 'expired';

/** What remains of a page after its end: what was bought, how it ended and when. Nothing can be done here. */
export function receiptPage(context: PageContext, { kind, back }: { kind: End; back: string }): Page {
  const { row, language } = context;
  const texts = TEXTS[language];
  const money = (minor: string): Html => html`<bdi>${shownAmount(minor, row.currency, language)}</bdi>`;
  const endedAt = row.ended_at ?? row.updated_at;
  return {
    ...draw(context, {
      title: kind,
      content: html`<dl>
          <dt>${texts.order}</dt>
          <dd><bdi>${row.order_reference}</bdi></dd>
          <dt>${texts.total}</dt>
          <dd class="total">${money(row.amount_minor)}</dd>
          ${
            row.refunded_minor !== '0' &&
            html`<dt>${texts.refunded}</dt>
            <dd>${money(row.refunded_minor)}</dd>`
          }
          <dt>${texts.time}</dt>
          <dd>
            <time datetime="${endedAt.toISOString()}"><bdi>${shownTime(endedAt, language)}</bdi></time>
          </dd>
        </dl>
        <p role="status">${texts[hintOf(context, kind)]}</p>
        ${back !== '' && html`<p><a class="button" href="${back}">${texts.back}</a></p>`}`,
    }),
    status: kind === 'expired' ? 410 : 200,
  };
}

/** "Nothing was charged" is true only where every try is decided and nothing that was taken is still to be returned. */
function hintOf({ isUndecided }: PageContext, kind: End): keyof Texts {
  if (kind === 'done' || kind === 'authorised') return `${kind}Hint`;
  return isUndecided ? 'undecidedHint' : `${kind}Hint`;
}

/** In UTC, because the server does not know where the customer is. Latin digits, as in amounts. */
function shownTime(at: Date, language: Language): string {
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}

/** The address no longer shows the order. */
export function closedPage(context: PageContext): Page {
  return {
    ...draw(context, { title: 'closed', content: html`<p>${TEXTS[context.language].closedHint}</p>` }),
    status: 410,
  };
}
