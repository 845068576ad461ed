import type { JsonSchema } from '@qafila/contracts/event-type';
import { objectSchema, text } from '@qafila/contracts/event-type';

/** JSON Schema of what token.ts writes. */
export const TOKEN_ERROR: JsonSchema = {
  ...objectSchema({
    error: {
      enum: [
        'invalid_request',
        'invalid_client',
        'unsupported_grant_type',
        'invalid_scope',
        'temporarily_unavailable',
        'server_error',
      ],
      description: 'The name of RFC 6749 §5.2.',
    },
    error_description: { ...text, description: 'For a developer: what is wrong and what to do.' },
    errorCode: { ...text, description: 'The HTTP status as text.' },
    errorMessage: { ...text, description: 'The same as `error_description`.' },
    errorStatus: { const: 'Error', description: 'Always `Error`.' },
    userMessage: { ...text, description: 'For the person who uses the client: English or Arabic.' },
  }),
  description: 'The error of RFC 6749 §5.2, with the four fields of the errors of shipments.',
};
