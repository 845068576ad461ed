import type { ProviderName } from '../companies.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';

const PREFIX: Record<ProviderName, string> = { walletprovider: 'WP', 'cardgateway-a': 'pay_', 'cardgateway-b': 'ORD-' };

export function paymentId({ keys }: Sandbox, provider: ProviderName, reference: string): string {
  return PREFIX[provider] + keys.derive('payment', [provider, reference], 24);
}

/** A new row with default values for every column that the caller does not set. */
export function newPayment(
  sandbox: Sandbox,
  given: Pick<PaymentRow, 'provider' | 'kind' | 'reference' | 'status' | 'callback_url'> & Partial<PaymentRow>,
): PaymentRow {
  const now = sandbox.clock.now();
  return {
    id: paymentId(sandbox, given.provider, given.reference),
    order_reference: null,
    code: null,
    amount_minor: null,
    currency: null,
    capture: true,
    captured_minor: '0',
    refunded_minor: '0',
    released: false,
    return_url: null,
    language: 'en',
    card_brand: null,
    card_last4: null,
    secure: null,
    phone_last4: null,
    behaviour: null,
    person_digest: null,
    token_digest: null,
    wrong_tries: 0,
    sequence: 0,
    due_at: null,
    due_status: null,
    due_code: null,
    created_at: now,
    updated_at: now,
    expires_at: given.kind !== 'charge' ? sandbox.clock.after(LIMITS.sessionMs) : null,
    ...given,
  };
}
