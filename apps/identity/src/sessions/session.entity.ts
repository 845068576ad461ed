import { Column, Entity, PrimaryColumn } from 'typeorm';

export const SESSION_KINDS = ['portal', 'operator'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];
/** `second_factor`: the password was right, and the code is still missing. */
export type SessionState = 'second_factor' | 'signed_in';

/** A row of `session`. The token is not stored, only its hash under the pepper. */
@Entity('session')
export class Session {
  @PrimaryColumn('text', { name: 'session_id' }) sessionId!: string;
  @Column('bytea', { name: 'token_hash', select: false }) tokenHash!: Buffer;
  @Column('text') kind!: SessionKind;
  @Column('text') state!: SessionState;
  @Column('text', { name: 'person_id' }) personId!: string;
  @Column('text', { name: 'account_id' }) accountId!: string;
  @Column('text', { name: 'store_id' }) storeId!: string;
  @Column('integer') version!: number;
  @Column('text') network!: string;
  @Column('text', { name: 'user_agent' }) userAgent!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'used_at' }) usedAt!: Date;
  @Column('timestamptz', { name: 'confirmed_at' }) confirmedAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}
