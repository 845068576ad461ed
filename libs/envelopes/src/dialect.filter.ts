import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { asRefusal } from './as-refusal.ts';
import { paymentError } from './payment.ts';
import { languageOf, shipmentError } from './shipment.ts';
import { tokenError } from './token.ts';
import type { Refusal } from './refusal.ts';

/**
 * The format of errors. The meter API uses the payment dialect (docs/decisions/0006); `token` is for the two token
 * endpoints (docs/decisions/0014).
 */
export type Dialect = 'payment' | 'shipment' | 'token';

const RENDER = { payment: paymentError, shipment: shipmentError, token: tokenError };

export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** The HTTP answer for a refusal. The shipment dialect answers in a language that the client accepts. */
export function errorAnswer(
  dialect: Dialect,
  refusal: Refusal,
  requestId: string,
  acceptLanguage?: string,
): ErrorAnswer {
  const language = languageOf(acceptLanguage);
  const seconds = refusal.more.retryAfterSeconds;
  return {
    status: refusal.status,
    headers: {
      ...(seconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }),
      ...(dialect !== 'payment' ? { 'content-language': language } : {}),
    },
    body: RENDER[dialect](refusal, requestId, language),
  };
}

interface Reply {
  status(code: number): Reply;
  headers(values: Record<string, string>): Reply;
  send(body: unknown): unknown;
}

/** Turns anything a handler threw into an answer of the dialect. Only unexpected errors go to `onUnexpected`. */
@Catch()
export class DialectFilter implements ExceptionFilter {
  constructor(
    private readonly dialect: Dialect,
    private readonly onUnexpected: (error: unknown) => void,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const refusal = asRefusal(error);
    if (refusal.status === 500) this.onUnexpected(error);
    const request = http.getRequest<{ id: unknown; headers?: Record<string, string> }>();
    const answer = errorAnswer(this.dialect, refusal, String(request.id), request.headers?.['accept-language']);
    const reply = http.getResponse<Reply>();
    // Nest sets the handler's headers before it runs: they would declare this answer to be CSV or cacheable.
    reply
      .status(answer.status)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...answer.headers })
      .send(answer.body);
  }
}
