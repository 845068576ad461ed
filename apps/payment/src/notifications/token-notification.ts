import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type { SubscriptionNotification } from '@qafila/contracts/payment-events';
import type { TokenRow } from '../tokens/token.entity.ts';

/** What §6.3 leaves open, shaped after §6.1. */
export function tokenNotification(row: TokenRow, token: string | null): SubscriptionNotification {
  return {
    event: PAYMENT_EVENT.subscriptionNotification, _id: row.id, account_id: row.account_id, store_id: row.store_id, mode: row.mode, state: row.state, wallet_type: row.wallet_type, token,
    phone: row.phone_masked, success_redirect_url: row.success_url, failure_redirect_url: row.failure_url, gateway_response: row.bank_message,
    createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(),
  };
}
