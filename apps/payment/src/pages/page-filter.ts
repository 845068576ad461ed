import { Catch, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { html } from '@qafila/runtime/html';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { page } from './layout.ts';
import type { Page } from './layout.ts';
import { languageOf, TEXTS } from './texts.ts';
import type { Language } from './texts.ts';

const PLAIN_STORE = { name: 'Qafila', color: '#0b5d57', methods: null };

export interface PageReply {
  status(code: number): PageReply;
  headers(values: Record<string, string>): PageReply;
  send(body: string): unknown;
}
export interface PageRequest {
  url: string;
  query: Record<string, unknown>;
  headers: Record<string, string | undefined>;
  body?: Record<string, unknown>;
}

/** Shows customers a page in their language when something fails. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<PageRequest>();
    const refusal = asRefusal(error);
    if (refusal.status === 500) this.deps.log.error({ error: (error as Error).stack }, 'page.unforeseen');
    const language = languageOf(request.query?.lang ?? request.body?.lang, request.headers['accept-language']);
    const drawn =
      refusal.status === 404
        ? notFoundPage(language)
        : troublePage(language, refusal.status, request.url.split('?', 1)[0] as string);
    http.getResponse<PageReply>().status(drawn.status).headers(drawn.headers).send(drawn.body);
  }
}

export function notFoundPage(language: Language): Page {
  const texts = TEXTS[language];
  return page({
    language,
    store: PLAIN_STORE,
    title: texts.notFound,
    status: 404,
    content: html`<p>${texts.notFoundHint}</p>`,
  });
}

/** The page says nothing about success or failure, because only the state knows it. Its button loads the state. */
function troublePage(language: Language, status: number, path: string): Page {
  const texts = TEXTS[language];
  const [, area, token = ''] = path.split('/');
  // A return token opens no page: the customer comes back once more.
  const again = token.includes('.') ? path : `/${area}/${token}`;
  return page({
    language,
    store: PLAIN_STORE,
    title: texts.checking,
    status,
    content: html`<p role="alert">${texts.busy}</p>
      <p><a class="button" href="${again}?lang=${language}">${texts.refresh}</a></p>`,
  });
}

export function sendPage(reply: PageReply, { status, headers, body }: Page): void {
  reply.status(status).headers(headers).send(body);
}
