import type { JsonSchema } from '@qafila/contracts/event-type';
import { anyObject, flag, objectSchema, text, textOrNull } from '@qafila/contracts/event-type';

/** JSON Schemas of what payment.ts writes; a test holds real answers against them. */
export const PAYMENT_SUCCESS: JsonSchema = {
  ...objectSchema({ success: { const: true }, responseStatus: { const: 'OK' }, message: text, data: {} }),
  description: 'Success envelope (§2.1); `data` is the result of the operation.',
};

export const PAYMENT_ERROR: JsonSchema = {
  ...objectSchema({
    success: { const: false }, responseStatus: { ...text, description: 'The status text of HTTP, e.g. `NOT_FOUND`.' },
    message: { ...text, description: 'For a person: it names the field, the rule and what to do.' }, data: anyObject,
    error: objectSchema({
      code: { ...text, description: 'For a program, e.g. `validation_error`.' },
      type: { enum: ['invalid_request_error', 'authentication_error', 'conflict_error', 'rate_limit_error', 'api_error'] },
      message: text, param: { ...textOrNull, description: 'The field, parameter or header at fault.' },
      retryable: { ...flag, description: 'Whether the very same request can succeed later.' }, request_id: text,
    }),
  }),
  description: 'Error envelope of the payment dialect.',
};
