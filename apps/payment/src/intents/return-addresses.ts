import { Refusal } from '@qafila/envelopes/refusal';
import type { Violation } from '@qafila/envelopes/refusal';

/**
 * In live the customer returns by https alone: the address has the result of the payment and its signature, and a
 * network must not read or change it.
 */
export function requireSecureReturn(mode: 'stage' | 'live', body: object): void {
  if (mode !== 'live') return;
  const violations = Object.entries(body).flatMap(([field, value]): Violation[] =>
    RETURN_FIELD.test(field) && typeof value === 'string' && value.startsWith('http:')
      ? [{ code: 'validation_error', field, message: `${field} must begin with https:// in live mode.` }]
      : [],
  );
  const [first] = violations;
  if (first !== undefined)
    throw new Refusal(400, 'validation_error', first.message, { param: first.field, violations });
}

const RETURN_FIELD = /^(success|failure)_(redirect_)?url$/;
