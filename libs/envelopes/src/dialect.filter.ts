import { Catch } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { asRefusal } from './as-refusal.ts';
import { paymentError } from './payment.ts';
import { languageOf, shipmentError } from './shipment.ts';
import { tokenError } from './token.ts';
import type { Refusal } from './refusal.ts';

/** The meter API has no shape of its own for errors: it speaks the payment dialect (docs/decisions/0006). `token`: the two token endpoints (0014). */
export type Dialect = 'payment' | 'shipment' | 'token';

const RENDER = { payment: paymentError, shipment: shipmentError, token: tokenError };

export interface ErrorAnswer { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/** A refusal as this dialect answers it; the shipment dialect in a language that the reader accepts. */
export function errorAnswer(dialect: Dialect, refusal: Refusal, requestId: string, acceptLanguage?: string): ErrorAnswer {
  const language = languageOf(acceptLanguage);
  const seconds = refusal.more.retryAfterSeconds;
  return {
    status: refusal.status,
    headers: {
      ...(seconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(seconds))) }), ...(dialect !== 'payment' ? { 'content-language': language } : {}),
    },
    body: RENDER[dialect](refusal, requestId, language),
  };
}

interface Reply { status(code: number): Reply; headers(values: Record<string, string>): Reply; send(body: unknown): unknown }

/** Makes whatever a handler threw into an answer of the dialect; only unforeseen errors are given to `onUnforeseen`. */
@Catch()
export class DialectFilter implements ExceptionFilter {
  constructor(private readonly dialect: Dialect, private readonly onUnforeseen: (error: unknown) => void) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const refusal = asRefusal(error);
    if (refusal.status === 500) this.onUnforeseen(error);
    const request = http.getRequest<{ id: unknown; headers?: Record<string, string> }>();
    const answer = errorAnswer(this.dialect, refusal, String(request.id), request.headers?.['accept-language']);
    const reply = http.getResponse<Reply>();
    // The handler's own headers are set before it runs: an answer that was to be CSV, or kept by caches, is neither now.
    reply.status(answer.status).headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...answer.headers }).send(answer.body);
  }
}
