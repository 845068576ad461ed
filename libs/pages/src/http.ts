import { languageOf } from './languages.ts';
import type { Language } from './languages.ts';
import type { Page } from './layout.ts';

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

export function sendPage(reply: PageReply, { status, headers, body }: Page): void {
  reply.status(status).headers(headers).send(body);
}

/** The language that the page's links and forms ask for, or else the browser's. */
export function askedLanguage({ query, body, headers }: PageRequest): Language {
  return languageOf(query?.lang ?? body?.lang, headers['accept-language']);
}
