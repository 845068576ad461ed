import { errorAnswer } from '@qafila/envelopes/dialect.filter';
import type { Dialect } from '@qafila/envelopes/dialect.filter';
import { PAYMENT_ERROR, PAYMENT_SUCCESS } from '@qafila/envelopes/payment-schema';
import { Refusal } from '@qafila/envelopes/refusal';
import { shipmentCode } from '@qafila/envelopes/shipment';
import { tokenErrorName } from '@qafila/envelopes/token';
import { TOKEN_ERROR } from '@qafila/envelopes/token-schema';
import { SHIPMENT_ERROR, SHIPMENT_SUCCESS } from '@qafila/envelopes/shipment-schema';
import { ERRORS } from '@qafila/contracts/errors';
import type { ErrorCode } from '@qafila/contracts/errors';
import type { JsonSchema } from '@qafila/contracts/event-type';

/** How a service wraps its answers (decision 0006), for the document. */
export interface ApiDialect {
  name: 'Payment' | 'Shipment' | 'Token';
  credential: 'key' | 'token' | 'role';
  schemas: Record<string, JsonSchema>;
  headers: Record<string, JsonSchema>;
  /** The success envelope around an example. */
  wrap(status: number, data: unknown): Record<string, unknown>;
  errorExample(code: ErrorCode): Record<string, unknown>;
  /** The code as an answer of this dialect spells it. */
  spell(code: ErrorCode): string;
  /** Codes of an operation with a caller, of one that may be signed, and of one whose path names an object. */
  callerErrors: readonly ErrorCode[];
  signatureErrors: readonly ErrorCode[];
  fieldErrors: readonly ErrorCode[];
  bodyErrors: readonly ErrorCode[];
  notFound: ErrorCode;
}

const headers = {
  'x-request-id': {
    description: "Finds this request in the logs: the caller's own id, if one was sent.",
    schema: { type: 'string' },
  },
};

function exampleIn(dialect: Dialect): ApiDialect['errorExample'] {
  return (code) => {
    const { status, example, param } = ERRORS[code];
    const refusal = new Refusal<string>(status, code, example, { param });
    return errorAnswer(dialect, refusal, '6f1a8c1e-2f5b-4d0e-9a38-1c5f1f0d7a11').body;
  };
}

export const PAYMENT_DIALECT: ApiDialect = {
  name: 'Payment',
  credential: 'key',
  schemas: { PaymentSuccess: PAYMENT_SUCCESS, PaymentError: PAYMENT_ERROR },
  headers,
  wrap: (_, data) => ({ success: true, responseStatus: 'OK', message: 'Done', data }),
  errorExample: exampleIn('payment'),
  spell: (code) => code,
  callerErrors: [
    'missing_header',
    'invalid_header',
    'invalid_api_key',
    'account_mismatch',
    'mode_mismatch',
    'missing_scope',
  ],
  signatureErrors: ['signature_required', 'signature_mismatch'],
  fieldErrors: ['validation_error', 'unknown_field'],
  bodyErrors: ['malformed_json'],
  notFound: 'not_found',
};

export const SHIPMENT_DIALECT: ApiDialect = {
  name: 'Shipment',
  credential: 'token',
  schemas: { ShipmentSuccess: SHIPMENT_SUCCESS, ShipmentError: SHIPMENT_ERROR },
  headers,
  wrap: (status, data) => ({ code: String(status), status: 'Success', message: 'Done', data }),
  errorExample: exampleIn('shipment'),
  spell: shipmentCode,
  callerErrors: ['TOKEN_MISSING', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'SCOPE_MISSING'],
  signatureErrors: [],
  fieldErrors: ['validation_error', 'unknown_field'],
  bodyErrors: ['malformed_json'],
  notFound: 'SHIPMENT_NOT_FOUND',
};

/** The two token endpoints (decision 0014): their success has no envelope, their errors are those of RFC 6749. */
export const TOKEN_DIALECT: ApiDialect = {
  name: 'Token',
  credential: 'key',
  schemas: { TokenError: TOKEN_ERROR },
  headers,
  wrap: (_, data) => data as Record<string, unknown>,
  errorExample: exampleIn('token'),
  spell: (code) => tokenErrorName({ code, status: ERRORS[code].status }),
  callerErrors: [],
  signatureErrors: [],
  fieldErrors: [],
  bodyErrors: [],
  notFound: 'not_found',
};
