import { Catch, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { askedLanguage } from '@qafila/pages/http';
import type { PageReply, PageRequest } from '@qafila/pages/http';
import type { Language } from '@qafila/pages/languages';
import { PLAIN_LOOK } from '@qafila/pages/layout';
import type { Page } from '@qafila/pages/layout';
import { html } from '@qafila/runtime/html';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { page } from './layout.ts';
import { TEXTS } from './texts.ts';

/** Shows customers a page in their language when something fails. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<PageRequest>();
    const refusal = asRefusal(error);
    if (refusal.status === 500) this.deps.log.error({ error: (error as Error).stack }, 'page.unforeseen');
    const language = askedLanguage(request);
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
    store: PLAIN_LOOK,
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
    store: PLAIN_LOOK,
    title: texts.checking,
    status,
    content: html`<p role="alert">${texts.busy}</p>
      <p><a class="button" href="${again}?lang=${language}">${texts.refresh}</a></p>`,
  });
}
