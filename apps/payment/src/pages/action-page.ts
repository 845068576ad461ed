import type { Page } from '@qafila/pages/layout';
import { html } from '@qafila/runtime/html';
import type { CustomerAction } from '../providers/customer-action.ts';
import { TEXTS } from './texts.ts';
import { cancelForm, draw, summary } from './views.ts';
import type { PageContext } from './views.ts';

/**
 * Shown while the customer must act at the gateway: when they returned before they finished, or when our page leads
 * them there.
 */
export function actionPage(context: PageContext, action: CustomerAction | null): Page {
  const texts = TEXTS[context.language];
  const refresh = html`<p>
    <a class="button quiet" href="${context.path}/return?lang=${context.language}">${texts.refresh}</a>
  </p>`;
  return draw(context, {
    title: 'atGateway',
    content: html`${summary(context)}
      <p>${texts.atGatewayHint}</p>
      ${action !== null && step(action, texts.continueThere)} ${refresh} ${cancelForm(context)}`,
    formOrigins: action?.kind === 'form' ? [new URL(action.url).origin] : [],
    widget: action?.kind === 'widget' ? action.origins : undefined,
  });
}

function step(action: CustomerAction, label: string): ReturnType<typeof html> | false {
  switch (action.kind) {
    case 'redirect':
      return html`<p><a class="button" href="${action.url}" rel="noreferrer">${label}</a></p>`;
    case 'form':
      return html`<form method="post" action="${action.url}">
        ${Object.entries(action.fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button>${label}</button>
      </form>`;
    case 'widget':
      return html`<div id="gateway"></div>
        <script
          src="${action.script}"
          ${Object.entries(action.attributes).map(([name, value]) => html` data-${name}="${value}"`)}
        ></script>`;
    case 'app':
      return (
        action.url !== undefined && html`<p><a class="button" href="${action.url}" rel="noreferrer">${label}</a></p>`
      );
    default:
      return false;
  }
}
