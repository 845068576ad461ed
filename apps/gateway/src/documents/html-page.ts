import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';

export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A page without script, in the style of the reference. */
export function page(title: string, main: Html): string {
  const document = html`
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="/docs/style.css">
      </head>
      <body class="page"><main>${main}</main></body>
    </html>
  `;
  return `<!doctype html>\n${document.text}\n`;
}
