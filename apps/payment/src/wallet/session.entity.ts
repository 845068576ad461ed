import type { Session, SessionState } from './session.state.ts';

/** A row of `wallet_session` (§2.5, §6.1). */
export interface SessionRow {
  account_id: string;
  id: string;
  store_id: string;
  mode: string;
  intent_id: string;
  wallet_id: string;
  wallet_type: string;
  payment_method_types: string;
  state: SessionState;
  identity_wrong: number;
  otp_wrong: number;
  resends: number;
  otp_sent_at: Date | null;
  bank_code: string;
  bank_message: string;
  revision: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

export function sessionOf(row: SessionRow): Session {
  return {
    state: row.state, identityWrong: row.identity_wrong, otpWrong: row.otp_wrong, resends: row.resends, otpSentAtMs: row.otp_sent_at?.getTime() ?? null,
    expiresAtMs: row.expires_at.getTime(),
  };
}
