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
  /** While the wallet checks an identity or a code. Null when no try is under way. */
  @Column('timestamptz', { nullable: true }) trying_until!: Date | null;
}

type Moments = { [Name in keyof SessionRow]: SessionRow[Name] extends Date | null ? Name : never }[keyof SessionRow];
const MOMENTS: Record<Moments, true> = {
  otp_sent_at: true,
  created_at: true,
  updated_at: true,
  expires_at: true,
  trying_until: true,
};

/** A row as `row_to_json` writes it: moments are texts. */
export type SessionJson = Omit<SessionRow, Moments> & Record<Moments, string | null>;

export function sessionFromJson(json: SessionJson): SessionRow {
  const values = Object.entries(json).map(([name, value]) => [
    name,
    name in MOMENTS && value !== null ? new Date(value as string) : value,
  ]);
  return Object.fromEntries(values) as SessionRow;
}

export function sessionState(row: SessionRow): Session {
  return {
    state: row.state,
    identityWrong: row.identity_wrong,
    otpWrong: row.otp_wrong,
    resends: row.resends,
    otpSentAtMs: row.otp_sent_at?.getTime() ?? null,
    expiresAtMs: row.expires_at.getTime(),
    tryingUntilMs: row.trying_until?.getTime() ?? null,
  };
}

/** The row after a change of the session. */
export function withSession(row: SessionRow, session: Session, nowMs: number): SessionRow {
  return {
    ...row,
    state: session.state,
    identity_wrong: session.identityWrong,
    otp_wrong: session.otpWrong,
    resends: session.resends,
    otp_sent_at: session.otpSentAtMs === null ? null : new Date(session.otpSentAtMs),
    trying_until: session.tryingUntilMs === null ? null : new Date(session.tryingUntilMs),
    revision: row.revision + 1,
    updated_at: new Date(nowMs),
  };
}
