import type { Refusal } from '@qafila/envelopes/refusal';
import { A_CODES } from './gateway-a-view.ts';

export interface ErrorA {
  status: number;
  body: Record<string, unknown>;
}

/** A decline, with the object of the refused operation. */
export function errorA(code: string, object: Record<string, unknown> | null): ErrorA {
  const [name, message] = A_CODES[code] ?? (A_CODES['05'] as readonly [string, string]);
  const [status, type] = code === 'E422' ? [422, 'invalid_request_error'] : [402, 'card_error'];
  return {
    status,
    body: {
      error: {
        type,
        code: name,
        message,
        param: code === 'E422' ? 'amount' : null,
        retryable: code === '91' || code === '96',
      },
      object,
    },
  };
}

const CODES: Record<string, string> = {
  validation_error: 'parameter_invalid',
  malformed_json: 'parameter_invalid',
  bad_request: 'parameter_invalid',
};

export function refusalA(refusal: Refusal): ErrorA {
  if (refusal.code === 'unavailable') return errorA(String(refusal.more.details?.code), null);
  return {
    status: refusal.status,
    body: {
      error: {
        type: errorType(refusal.status),
        code: CODES[refusal.code] ?? refusal.code,
        message: refusal.message,
        param: refusal.more.param ?? null,
        retryable: false,
      },
      object: null,
    },
  };
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  return status >= 500 ? 'api_error' : 'invalid_request_error';
}
