import type { IntentStatus } from '../intents/intent-status.ts';
import type { PaymentLinkRow } from './payment-link.entity.ts';

export const LINK_STATUSES = ['active', 'disabled', 'expired', 'used'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

type Known = Pick<PaymentLinkRow, 'enabled' | 'reusable' | 'expires_at'>;

/** What a link is now. `last` is the state of the last intent that it made. Pure. */
export function linkStatus(link: Known, last: IntentStatus | null, nowMs: number): LinkStatus {
  if (!link.reusable && last !== null && isPaid(last)) return 'used';
  if (!link.enabled) return 'disabled';
  return link.expires_at !== null && nowMs >= link.expires_at.getTime() ? 'expired' : 'active';
}

/**
 * Whether a visit of an active link leads to the last intent instead of a new one. A link for one payment has at most
 * one intent that can be paid. One that has ended is never paid, so the link takes at most one payment.
 */
export function continues({ reusable }: Known, last: IntentStatus | null): boolean {
  return !reusable && last !== null && !hasFailed(last);
}

function isPaid(status: IntentStatus): boolean {
  return status === 'succeeded' || status === 'requires_capture';
}

function hasFailed(status: IntentStatus): boolean {
  return status === 'failed' || status === 'canceled' || status === 'expired';
}
