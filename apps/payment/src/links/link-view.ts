import type { IntentStatus } from '../intents/intent-status.ts';
import type { Keys } from '../keys.ts';
import { majorNumber } from '../money/amount.ts';
import { linkStatus } from './link.state.ts';
import type { PaymentLinkRow } from './payment-link.entity.ts';
import type { PaymentLinkAnswer } from './payment-link.schema.ts';

/** A link with the state of the last intent that it made. */
export interface KnownLink {
  link: PaymentLinkRow;
  last: IntentStatus | null;
}

interface ViewDependencies {
  keys: Keys;
  publicUrl: string;
  clock: () => number;
}

export function linkView({ link, last }: KnownLink, { keys, publicUrl, clock }: ViewDependencies): PaymentLinkAnswer {
  const major = (minor: string | null): number | null =>
    minor === null ? null : majorNumber(BigInt(minor), link.currency);
  return {
    _id: link.id,
    url: `${publicUrl}/pay/link/${keys.pageToken(link.account_id, link.id)}`,
    status: linkStatus(link, last, clock()),
    reusable: link.reusable,
    currency: link.currency,
    amount: major(link.amount_minor),
    amount_min: major(link.amount_min_minor),
    amount_max: major(link.amount_max_minor),
    reference_prefix: link.reference_prefix,
    description: link.description,
    payment_methods: link.methods,
    capture_method: link.capture_method,
    metadata: link.metadata,
    success_url: link.success_url,
    failure_url: link.failure_url,
    expires_at: link.expires_at?.toISOString() ?? null,
    payments: link.payments,
    created_at: link.created_at.toISOString(),
    updated_at: link.updated_at.toISOString(),
  };
}
