import type { KeyAnswer } from './key.schema.ts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { KeyScope, Principal } from '@qafila/auth/principal';

/** A row of `api_key`. The key is not stored, only its hash under the pepper. */
@Entity('api_key')
export class ApiKey {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'key_id' }) keyId!: string;
  @Column('text', { name: 'store_id' }) storeId!: string;
  @Column('text') mode!: Principal['mode'];
  @Column('text') prefix!: string;
  /** Not selected by default: only resolveKey() needs it, as a condition. */
  @Column('bytea', { name: 'key_hash', select: false }) keyHash!: Buffer;
  @Column('text', { array: true }) scopes!: KeyScope[];
  @Column('integer', { name: 'rate_limit_per_second' }) rateLimitPerSecond!: number;
  @Column('smallint') slot!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt!: Date | null;
}

export function keyView(key: ApiKey): KeyAnswer {
  return {
    key_id: key.keyId,
    prefix: key.prefix,
    mode: key.mode,
    scopes: key.scopes,
    rate_limit_per_second: key.rateLimitPerSecond,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
