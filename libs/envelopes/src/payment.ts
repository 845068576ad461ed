import { STATUS_CODES } from 'node:http';
import type { Refusal } from './refusal.ts';

/** Success envelope of the payment API (§2.1), also used by the meter API for all but the meter object itself. */
export interface PaymentSuccess<Data> {
  success: true;
  responseStatus: 'OK';
  message: string;
  data: Data;
}

export function paymentSuccess<Data>(message: string, data: Data): PaymentSuccess<Data> {
  return { success: true, responseStatus: 'OK', message, data };
}

const TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'authentication_error',
  409: 'conflict_error',
  429: 'rate_limit_error',
};

/**
 * Error envelope (§7.3 leaves it open; docs/decisions/0006): clients read `message`, then `error.message`. A refusal
 * stored under an idempotency key has no request id, because several requests get it.
 */
export function paymentError(refusal: Refusal, requestId?: string): Record<string, unknown> {
  const type = TYPES[refusal.status] ?? (refusal.status >= 500 ? 'api_error' : 'invalid_request_error');
  return {
    success: false,
    responseStatus: responseStatus(refusal.status),
    message: refusal.message,
    data: {},
    error: {
      code: refusal.code,
      type,
      message: refusal.message,
      param: refusal.more.param ?? null,
      retryable: refusal.retryable,
      ...(requestId !== undefined && { request_id: requestId }),
      ...(refusal.violations !== undefined && { details: refusal.violations }),
      ...refusal.more.details,
    },
  };
}

/** 409 → `CONFLICT`: the HTTP status text in the form of `OK` in §2.1. */
export function responseStatus(status: number): string {
  return (STATUS_CODES[status] ?? 'Error').toUpperCase().replace(/[^A-Z]+/g, '_');
}
