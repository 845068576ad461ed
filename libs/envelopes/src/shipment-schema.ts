import type { JsonSchema } from '@qafila/contracts/event-type';
import { objectSchema, text, textOrNull } from '@qafila/contracts/event-type';

/** JSON Schemas of what libs/envelopes/src/shipment.ts writes; a test validates real answers against them. */
export const SHIPMENT_SUCCESS: JsonSchema = {
  ...objectSchema({
    code: { ...text, description: 'The HTTP status as text.', examples: ['200'] },
    status: { const: 'Success', description: 'Always `Success`.', examples: ['Success'] },
    message: { ...text, description: 'What happened, for a developer.', examples: ['Shipment created'] },
    data: { type: 'object', description: 'The result of the operation.', examples: [{}] },
  }),
  description: 'Success envelope; `data` is the result of the operation.',
};

export const SHIPMENT_ERROR: JsonSchema = {
  ...objectSchema({
    errorCode: { ...text, description: 'The HTTP status as text.', examples: ['400'] },
    errorMessage: {
      ...text,
      description: 'For a developer: it names the field, the rule and what to do.',
      examples: ['shipToInfo.phone must be a valid phone number, best as +966501234567.'],
    },
    errorStatus: { const: 'Error', description: 'Always `Error`.', examples: ['Error'] },
    userMessage: {
      ...text,
      description: 'For the person who uses the client: English or Arabic, by `Accept-Language`.',
      examples: ['The phone number is not valid.'],
    },
    details: {
      type: 'array',
      minItems: 1,
      description: 'All violations at once.',
      examples: [
        [
          {
            code: 'PHONE_INVALID',
            field: 'shipToInfo.phone',
            message: 'shipToInfo.phone must be a valid phone number, best as +966501234567.',
            request_id: '6f1a8c1e-2f5b-4d0e-9a38-1c5f1f0d7a11',
          },
        ],
      ],
      items: objectSchema({
        code: { ...text, description: 'For a program.', examples: ['PHONE_INVALID'] },
        field: {
          ...textOrNull,
          description: 'The field, parameter or header at fault; null when there is none.',
          examples: ['shipToInfo.phone'],
        },
        message: {
          ...text,
          description: 'The rule of this field.',
          examples: ['shipToInfo.phone must be a valid phone number, best as +966501234567.'],
        },
        request_id: {
          ...text,
          description: 'Finds the request in the logs.',
          examples: ['6f1a8c1e-2f5b-4d0e-9a38-1c5f1f0d7a11'],
        },
      }),
    },
  }),
  description: 'Error envelope of the shipment API.',
};
