import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Session, SessionState } from './session.state.ts';

/** A row of `wallet_session` (§2.5, §6.1). */
@Entity('wallet_session')
export class SessionRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') intent_id!: string;
  @Column('text') wallet_id!: string;
  @Column('text') wallet_type!: string;
  @Column('text') payment_method_types!: string;
  @Column('text') state!: SessionState;
  @Column('smallint') identity_wrong!: number;
  @Column('smallint') otp_wrong!: number;
  @Column('smallint') resends!: number;
  @Column('timestamptz', { nullable: true }) otp_sent_at!: Date | null;
  @Column('text') bank_code!: string;
  @Column('text') bank_message!: string;
  @Column('integer') revision!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}

export function sessionState(row: SessionRow): Session {
  return {
    state: row.state,
    identityWrong: row.identity_wrong,
    otpWrong: row.otp_wrong,
    resends: row.resends,
    otpSentAtMs: row.otp_sent_at?.getTime() ?? null,
    expiresAtMs: row.expires_at.getTime(),
  };
}
