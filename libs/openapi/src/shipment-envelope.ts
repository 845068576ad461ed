import type { JsonSchema } from '@qafila/contracts/event-type';
import { objectSchema, text, textOrNull } from '@qafila/contracts/event-type';

/** JSON Schemas of what libs/envelopes/src/shipment.ts writes; a test holds real answers against them. */
export const SHIPMENT_SUCCESS: JsonSchema = {
  ...objectSchema({ code: { ...text, description: 'The HTTP status as text.' }, status: { const: 'Success' }, message: text, data: { type: 'object' } }),
  description: 'Success envelope (§2.1); `data` is the result of the operation.',
};

export const SHIPMENT_ERROR: JsonSchema = {
  ...objectSchema({
    errorCode: { ...text, description: 'The HTTP status as text.' }, errorMessage: { ...text, description: 'For a developer: it names the field, the rule and what to do.' },
    errorStatus: { const: 'Error' }, userMessage: { ...text, description: 'For whoever looks at a screen: English or Arabic, by `Accept-Language`.' },
    details: {
      type: 'array', minItems: 1, description: 'Everything that is wrong, at once.',
      items: objectSchema({
        code: { ...text, description: 'For a program, e.g. `PHONE_INVALID`.' }, field: { ...textOrNull, description: 'The field, parameter or header at fault.' }, message: text, request_id: text,
      }),
    },
  }),
  description: 'Error envelope of the shipment API (§2.1), with the additive `details`.',
};
