import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PublicJwk } from './token-key-row.ts';

/** A row of `token_key`: a key that signs access tokens. */
@Entity('token_key')
export class TokenKey {
  @PrimaryColumn('integer') generation!: number;
  @Column('text') kid!: string;
  @Column('jsonb', { name: 'public_jwk' }) publicJwk!: PublicJwk;
  /** The private part, encrypted. Not selected by default. */
  @Column('bytea', { name: 'private_box', select: false }) privateBox!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'signs_from' }) signsFrom!: Date;
  @Column('integer', { name: 'token_seconds_max' }) tokenSecondsMax!: number;
  @Column('timestamptz', { name: 'withdrawn_at', nullable: true }) withdrawnAt!: Date | null;
}

/** A row of `token_guess`: failed token requests of one client from one network. */
@Entity('token_guess')
export class TokenFailure {
  @PrimaryColumn('bytea', { name: 'client_hash' }) clientHash!: Buffer;
  @PrimaryColumn('text') network!: string;
  @Column('integer') failures!: number;
  @Column('timestamptz', { name: 'failed_at' }) failedAt!: Date;
  @Column('timestamptz', { name: 'paused_until' }) pausedUntil!: Date;
}
