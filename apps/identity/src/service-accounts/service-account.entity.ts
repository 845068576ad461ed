import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClientScope, Principal } from '@qafila/auth/principal';

/** A row of `service_account`: a client of OAuth 2.0, for one store. */
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

/** A row of `client_secret`. The secret itself is nowhere: only its hash under the pepper. */
@Entity('client_secret')
export class ClientSecret {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'client_id' }) clientId!: string;
  @PrimaryColumn('text', { name: 'secret_id' }) secretId!: string;
  @Column('text') prefix!: string;
  /** Not read with the rest: only the token endpoint needs it. */
  @Column('bytea', { name: 'secret_hash', select: false }) secretHash!: Buffer;
  @Column('smallint') slot!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt!: Date | null;
}

export interface ClientSecretView { secret_id: string; prefix: string; created_at: string; last_used_at: string | null; revoked_at: string | null }

/** A service account as lists show it. `company_code` is the account's: §4.2 asks for it beside the secret. */
export interface ServiceAccountView {
  client_id: string;
  name: string;
  company_code: string;
  mode: Principal['mode'];
  scopes: ClientScope[];
  rate_limit_per_second: number;
  secrets: ClientSecretView[];
  created_at: string;
  revoked_at: string | null;
}

export function clientSecretView(secret: ClientSecret): ClientSecretView {
  return {
    secret_id: secret.secretId, prefix: secret.prefix, created_at: secret.createdAt.toISOString(),
    last_used_at: secret.lastUsedAt?.toISOString() ?? null, revoked_at: secret.revokedAt?.toISOString() ?? null,
  };
}

export function serviceAccountView(client: ServiceAccount, companyCode: string, secrets: ClientSecret[]): ServiceAccountView {
  return {
    client_id: client.clientId, name: client.name, company_code: companyCode, mode: client.mode, scopes: client.scopes,
    rate_limit_per_second: client.rateLimitPerSecond, secrets: secrets.map(clientSecretView),
    created_at: client.createdAt.toISOString(), revoked_at: client.revokedAt?.toISOString() ?? null,
  };
}
