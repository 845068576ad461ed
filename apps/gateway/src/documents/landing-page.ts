import { html } from '@qafila/runtime/html';
import type { Mode } from '@qafila/runtime/env';
import { page } from './html-page.ts';

/** The page at `/`: where a developer finds everything. Stage says that no money moves. */
export function landingPage(mode: Mode): string {
  const meaning = mode === 'stage' ? 'No money moves here, and couriers are simulated.' : 'Payments move money.';
  return page(
    'Qafila',
    html`
      <h1>Qafila</h1>
      <p>Payments, shipments, usage metering and webhooks in one API.</p>
      <p><span class="mode">${mode}</span> ${meaning}</p>
      <ul>
        <li><a href="/docs">API reference and guides</a>: every operation, with samples, to try out</li>
        <li><a href="/docs/errors">Error codes</a>: cause and remedy of each</li>
        <li><a href="/openapi.json">openapi.json</a>: the same reference for tools (OpenAPI 3.1)</li>
        <li><a href="/asyncapi.yaml">asyncapi.yaml</a>: the events (AsyncAPI 3)</li>
        <li><a href="/health/ready">Health</a>: whether this gateway is ready</li>
      </ul>
    `,
  );
}
