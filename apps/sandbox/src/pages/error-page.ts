import type { Refusal } from '@qafila/envelopes/refusal';
import { html } from '@qafila/runtime/html';
import { page } from './layout.ts';
import type { Page } from './layout.ts';

/** The page that people get for a refusal. It does not say whether a payment succeeded. */
export function errorPage(refusal: Refusal): Page {
  const title = refusal.status === 404 ? 'Page not found' : 'This did not work';
  const message =
    refusal.status === 404 ? 'This is not an address of the sandbox, or part of it is missing.' : refusal.message;
  return page({
    title,
    brand: 'Sandbox',
    status: refusal.status,
    content: html`<p role="alert">${message}</p>
      <p><a class="button" href="/">All levers</a></p>`,
  });
}
