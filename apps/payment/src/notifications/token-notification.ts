import type { TokenRow } from '../tokens/token.entity.ts';

/** §6.3 leaves its name and body open: named and shaped after §6.1. */
export const TOKEN_NOTIFICATION = 'WALLETPROVIDER_SUBSCRIPTION_NOTIFICATION';

export interface TokenNotification {
  event: typeof TOKEN_NOTIFICATION;
  _id: string;
  account_id: string;
  store_id: string;
  mode: string;
  state: string;
  wallet_type: string;
  /** Told this once; null unless the setup succeeded. */
  token: string | null;
  phone: string;
  success_redirect_url: string;
  failure_redirect_url: string;
  gateway_response: string;
  createdAt: string;
  updatedAt: string;
}

export function tokenNotification(row: TokenRow, token: string | null): TokenNotification {
  return {
    event: TOKEN_NOTIFICATION, _id: row.id, account_id: row.account_id, store_id: row.store_id, mode: row.mode, state: row.state, wallet_type: row.wallet_type, token,
    phone: row.phone_masked, success_redirect_url: row.success_url, failure_redirect_url: row.failure_url, gateway_response: row.bank_message,
    createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(),
  };
}

