import { field } from '@qafila/schema/field';
import type { Class, Rule } from '@qafila/schema/field';

/** Fields of §2.6 that only answers fill. */
const NAMES = [
  '_id',
  'pi_client_secret',
  'created_at',
  'refund',
  'object_name',
  'pi_status',
  'pm_token',
  'token',
  'html_response',
  'bank_response',
  'last_payment_response',
  'encryptionKey',
  'routing_rules_history',
  'subscription',
  'checkout_page_url',
  'amount_captured',
  'amount_capturable',
  'amount_refunded',
];

const ignored: Rule = { expects: 'anything', schema: { readOnly: true }, read: () => undefined };

/** For a body of which some clients send a whole intent as they read it: the fields of answers are ignored. */
export function TakesReadOnlyFields(type: Class): void {
  for (const name of NAMES)
    field(ignored, {
      description: 'Part of the answer. It is accepted, so that an intent may be sent as it was read, and ignored.',
      optional: true,
    })(type.prototype as object, name);
}
