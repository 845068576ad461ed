import type { Refusal } from '@qafila/envelopes/refusal';
import { html } from '@qafila/runtime/html';
import { page } from './layout.ts';
import type { Page } from './layout.ts';

/** People get a page also when something fails. It says nothing of success or failure. */
export function troublePage(refusal: Refusal): Page {
  const title = refusal.status === 404 ? 'There is nothing here' : 'This did not work';
  const words = refusal.status === 404 ? 'The address is not one of ours, or was copied in part.' : refusal.message;
  return page({ title, brand: 'Sandbox', status: refusal.status, content: html`<p role="alert">${words}</p><p><a class="button" href="/">All levers</a></p>` });
}
