import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientScope, Principal } from '@qafila/auth/principal';
import type { ClientSecretAnswer, ServiceAccountAnswer } from './service-account.schema.ts';

/** A row of `service_account`: an OAuth 2.0 client of one store. */
@Entity('service_account')
export class ServiceAccount {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'store_id' }) storeId!: string;
  @Column('text') mode!: Principal['mode'];
  @Column('text') name!: string;
  @Column('text', { array: true }) scopes!: ClientScope[];
  @Column('integer', { name: 'rate_limit_per_second' }) rateLimitPerSecond!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt!: Date | null;
}

/** A row of `client_secret`. The secret is not stored, only its hash under the pepper. */
@Entity('client_secret')
export class ClientSecret {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @PrimaryColumn('text', { name: 'secret_id' }) secretId!: string;
  @Column('text') prefix!: string;
  /** Not selected by default: only the token endpoint needs it. */
  @Column('bytea', { name: 'secret_hash', select: false }) secretHash!: Buffer;
  @Column('smallint') slot!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt!: Date | null;
}

export function clientSecretView(secret: ClientSecret): ClientSecretAnswer {
  return {
    secret_id: secret.secretId,
    prefix: secret.prefix,
    created_at: secret.createdAt.toISOString(),
    last_used_at: secret.lastUsedAt?.toISOString() ?? null,
    revoked_at: secret.revokedAt?.toISOString() ?? null,
  };
}

export function serviceAccountView(
  client: ServiceAccount,
  companyCode: string,
  secrets: ClientSecret[],
): ServiceAccountAnswer {
  return {
    client_id: client.clientId,
    name: client.name,
    company_code: companyCode,
    mode: client.mode,
    scopes: client.scopes,
    rate_limit_per_second: client.rateLimitPerSecond,
    secrets: secrets.map(clientSecretView),
    created_at: client.createdAt.toISOString(),
    revoked_at: client.revokedAt?.toISOString() ?? null,
  };
}
