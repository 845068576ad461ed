import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `api` signs requests (x-signature), `webhook` signs what we send. */
export const SECRET_KINDS = ['api', 'webhook'] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** A row of `hmac_secret`: at most two of a kind, the current one and the one before it. */
@Entity('hmac_secret')
export class HmacSecret {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'store_id' }) storeId!: string;
  @PrimaryColumn('text') kind!: SecretKind;
  @PrimaryColumn('integer') version!: number;
  /** Not read with the rest: lists must not even hold it. */
  @Column('bytea', { select: false }) ciphertext!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
}

/** Which version lives until when; never the secret. */
export interface SecretView { kind: SecretKind; version: number; current: boolean; created_at: string; expires_at: string | null }

export function secretView(secret: HmacSecret): SecretView {
  return {
    kind: secret.kind, version: secret.version, current: secret.expiresAt === null,
    created_at: secret.createdAt.toISOString(), expires_at: secret.expiresAt?.toISOString() ?? null,
  };
}
