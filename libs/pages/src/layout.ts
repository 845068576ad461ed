import { createHash } from 'node:crypto';
import { Html, html } from '@qafila/runtime/html';
import { isRightToLeft, LANGUAGE_NAMES, LANGUAGES } from './languages.ts';
import type { Language } from './languages.ts';
import { SCRIPT, style } from './style.ts';

/** How a store's pages look. */
export interface StoreLook {
  name: string;
  color: string;
}

/** Of pages that belong to no store that we know. */
export const PLAIN_LOOK: StoreLook = { name: 'Qafila', color: '#0b5d57' };

/** The origins that a script of another party needs on a page, for its content security policy. */
export interface WidgetOrigins {
  script: readonly string[];
  frame: readonly string[];
  connect: readonly string[];
}

export interface Page {
  status: number;
  body: string;
  headers: Record<string, string>;
}

export interface PageParts {
  language: Language;
  store: StoreLook;
  title: string;
  content: Html;
  footer: string;
  /** Beside the style of all pages. */
  css?: string;
  status?: number;
  /** The page reloads itself after this time, also without script. */
  refreshSeconds?: number;
  /** Other origins to which a form of this page may lead, also by a redirect. */
  formOrigins?: readonly string[];
  /** What a gateway's script on this page may load. */
  widget?: WidgetOrigins;
}

const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

/**
 * The whole document with its content security policy. It loads nothing, and only styles and scripts with a named hash
 * apply.
 */
export function page({
  language,
  store,
  title,
  content,
  footer,
  css: own = '',
  status = 200,
  refreshSeconds,
  formOrigins = [],
  widget,
}: PageParts): Page {
  const css = style(store.color) + own;
  const body = html`<!doctype html>
    <html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
        <title>${title} · ${store.name}</title>
        <style>${new Html(css)}</style>
      </head>
      <body>
        <header>
          <div>
            <p><bdi>${store.name}</bdi></p>
            <nav aria-label="Language">
              ${LANGUAGES.filter((other) => other !== language).map(
                (other) =>
                  html`<a
                    href="?lang=${other}"
                    lang="${other}"
                    hreflang="${other}"
                    dir="${isRightToLeft(other) ? 'rtl' : 'ltr'}"
                    >${LANGUAGE_NAMES[other]}</a
                  >`,
              )}
            </nav>
          </div>
        </header>
        <main>
          <h1 id="title">${title}</h1>
          ${content}
        </main>
        <footer>${footer}</footer>
        <script>${new Html(SCRIPT)}</script>
      </body>
    </html>
`.text;
  return { status, body, headers: headersFor(css, formOrigins, widget) };
}

function headersFor(css: string, formOrigins: readonly string[], widget?: WidgetOrigins): Record<string, string> {
  const styleSource = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Chromium applies form-action also to redirects after a form, so the provider's and the store's origins are named.
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${styleSource}`,
      `script-src ${[SCRIPT_SOURCE, ...(widget?.script ?? [])].join(' ')}`,
      ...(widget === undefined ? [] : [`frame-src ${list(widget.frame)}`, `connect-src ${list(widget.connect)}`]),
      `form-action ${["'self'", ...new Set(formOrigins)].join(' ')}`,
      // For the inline icon, which keeps a browser from requesting /favicon.ico.
      'img-src data:',
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // The address contains the page's token, so no other site may receive it.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}

function list(origins: readonly string[]): string {
  return origins.length === 0 ? "'none'" : origins.join(' ');
}

/** Redirects the customer by GET, also after a POST. */
export function redirect(url: string): Page {
  return {
    status: 303,
    body: '',
    headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  };
}
