import type { JsonSchema } from './event-type.ts';
import { objectSchema } from './event-type.ts';

const header = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', description, ...more });

/** The headers of a delivery to a merchant's server; docs/webhooks.md explains them. */
export const WEBHOOK_HEADERS: JsonSchema = objectSchema(
  {
    'webhook-id': header("The event's id, the same in every attempt: deduplicate by it."),
    'webhook-timestamp': header('The time of this attempt in Unix seconds.', { pattern: '^[0-9]+$' }),
    'webhook-signature': header(
      'Standard Webhooks: `v1,` and base64 of HMAC-SHA256 (`v1a,`: ed25519) over `id.timestamp.body`, for each key.',
    ),
    'webhook-event-type': header("The event's type, such as `meter.created`: dispatch by it."),
    'webhook-event-type-signature': header('As webhook-signature, over `id:timestamp:type`.'),
    'webhook-sequence': header("The delivery's number at this endpoint, from 1, without a gap.", {
      pattern: '^[0-9]+$',
    }),
    'webhook-sequence-signature': header('As webhook-signature, over `id:timestamp:sequence`, by HMAC only.'),
    'x-signature': header("Lower-case hex HMAC-SHA256 of the body under the store's webhook secret, if it has one."),
    'x-signature-previous': header('The same under the previous secret, for 24 hours after a rotation.'),
  },
  ['x-signature', 'x-signature-previous'],
);
