import type { Token, TokenState } from './token.state.ts';

/** A row of `wallet_token`: a wallet that may be charged again (§4.12). */
export interface TokenRow {
  account_id: string;
  id: string;
  store_id: string;
  mode: string;
  wallet_type: string;
  state: TokenState;
  page_hash: Buffer;
  phone_hash: Buffer;
  phone_masked: string;
  phone: Buffer | null;
  value_hash: Buffer | null;
  gateway: string;
  gateway_session: string | null;
  gateway_token: Buffer | null;
  success_url: string;
  failure_url: string;
  pin_wrong: number;
  otp_wrong: number;
  otp_sent_at: Date | null;
  hard_declines: number;
  bank_code: string;
  bank_message: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

export function tokenOf(row: TokenRow): Token {
  return {
    state: row.state, pinWrong: row.pin_wrong, otpWrong: row.otp_wrong, otpSentAtMs: row.otp_sent_at?.getTime() ?? null, hardDeclines: row.hard_declines,
    expiresAtMs: row.expires_at.getTime(),
  };
}

/** A token on the wire: its value is told once, by webhook. */
export function tokenView(row: TokenRow): Record<string, unknown> {
  return {
    _id: row.id, object_name: 'wallet_token', wallet_type: row.wallet_type, state: row.state, phone: row.phone_masked, store_id: row.store_id, mode: row.mode,
    account_id: row.account_id, createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(),
  };
}
