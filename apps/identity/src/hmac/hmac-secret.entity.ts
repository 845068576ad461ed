import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SecretAnswer } from './hmac.schema.ts';

/** `api` signs requests (x-signature), `webhook` signs webhooks. */
export const SECRET_KINDS = ['api', 'webhook'] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** A row of `hmac_secret`: at most two of a kind, the current and the previous version. */
@Entity('hmac_secret')
export class HmacSecret {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'store_id' }) storeId!: string;
  @PrimaryColumn('text') kind!: SecretKind;
  @PrimaryColumn('integer') version!: number;
  /** Not selected by default, so that lists never contain it. */
  @Column('bytea', { select: false }) ciphertext!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
}

export function secretView(secret: HmacSecret): SecretAnswer {
  return {
    kind: secret.kind,
    version: secret.version,
    current: secret.expiresAt === null,
    created_at: secret.createdAt.toISOString(),
    expires_at: secret.expiresAt?.toISOString() ?? null,
  };
}
