import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type { SubscriptionNotification } from '@qafila/contracts/payment-events';
import type { NotifiedRow } from './publish-notification.ts';

/** The columns of a wallet token that a notification shows. */
export interface NotifiedToken extends NotifiedRow {
  state: SubscriptionNotification['state'];
  wallet_type: string;
  phone_masked: string;
  success_url: string;
  failure_url: string;
  bank_message: string;
  created_at: Date;
  updated_at: Date;
}

/** The body that §6.3 leaves open, shaped after §6.1. `value` is the token's secret, which is sent only here. */
export function tokenNotification(row: NotifiedToken, value: string | null): SubscriptionNotification {
  return {
    event: PAYMENT_EVENT.subscriptionNotification,
    _id: row.id,
    account_id: row.account_id,
    store_id: row.store_id,
    mode: row.mode,
    state: row.state,
    wallet_type: row.wallet_type,
    token: value,
    phone: row.phone_masked,
    success_redirect_url: row.success_url,
    failure_redirect_url: row.failure_url,
    gateway_response: row.bank_message,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
