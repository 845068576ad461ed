import type { JsonSchema } from '@qafila/contracts/event-type';
import { anyObject, flag, objectSchema, text, textOrNull } from '@qafila/contracts/event-type';

/** JSON Schemas of what payment.ts writes. A test validates real answers against them. */
export const PAYMENT_SUCCESS: JsonSchema = {
  ...objectSchema({
    success: { const: true, description: 'Always true.' },
    responseStatus: { const: 'OK', description: 'Always `OK`.' },
    message: { ...text, description: 'What happened, for a person.' },
    data: { description: 'The result of the operation.' },
  }),
  description: 'Success envelope; `data` is the result of the operation.',
};

export const PAYMENT_ERROR: JsonSchema = {
  ...objectSchema({
    success: { const: false, description: 'Always false.' },
    responseStatus: { ...text, description: 'The status text of HTTP, e.g. `NOT_FOUND`.' },
    message: { ...text, description: 'For a person: it names the field, the rule and what to do.' },
    data: { ...anyObject, description: 'Empty, except for a declined payment: then the intent.' },
    error: {
      ...objectSchema(
        {
          code: { ...text, description: 'For a program, e.g. `validation_error`.' },
          type: {
            enum: ['invalid_request_error', 'authentication_error', 'conflict_error', 'rate_limit_error', 'api_error'],
            description: 'The kind of error, by its status.',
          },
          message: { ...text, description: 'The same as the outer `message`.' },
          param: { ...textOrNull, description: 'The field, parameter or header at fault. Every 400 has it.' },
          retryable: { ...flag, description: 'Whether the very same request can succeed later.' },
          request_id: { ...text, description: 'Finds the request in the logs. Report it with a problem.' },
          details: {
            type: 'array',
            minItems: 1,
            description: 'All broken rules of the request. Every 400 has them.',
            items: objectSchema({
              code: { ...text, description: 'The code of this rule.' },
              field: { ...text, description: 'A path such as `customer.phone`.' },
              message: { ...text, description: 'The rule, and what to send instead.' },
            }),
          },
        },
        ['details', 'request_id'],
      ),
      description: 'What went wrong, for a program.',
    },
  }),
  description: 'Error envelope of payments, meters, keys and webhooks.',
};
