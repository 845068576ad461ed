import { Column, Entity, PrimaryColumn } from 'typeorm';
import { filterViews } from './content-filter.ts';
import type { StoredFilter } from './content-filter.ts';
import type { SecretKind } from './endpoint-secrets.ts';
import type { EndpointStatus, Ordering, WebhookEndpointAnswer } from './endpoint.schema.ts';

/** A row of `endpoint`: a merchant's URL, its subscriptions and its settings. */
@Entity('endpoint')
export class Endpoint {
  @PrimaryColumn('bigint', { name: 'endpoint_no' }) endpointNo!: string;
  @Column('text', { name: 'account_id' }) accountId!: string;
  @Column('text', { name: 'store_id' }) storeId!: string;
  @Column('text') mode!: string;
  @Column('text') id!: string;
  @Column('text') url!: string;
  @Column('text') description!: string;
  @Column('text', { name: 'event_types', array: true }) eventTypes!: string[];
  @Column('jsonb', { nullable: true }) filters!: StoredFilter[] | null;
  /** Sealed; names and values are read by the dispatcher alone. */
  @Column('bytea', { nullable: true }) headers!: Buffer | null;
  @Column('text') ordering!: Ordering;
  @Column('integer', { name: 'rate_limit_per_second', nullable: true }) rateLimitPerSecond!: number | null;
  @Column('integer', { name: 'concurrency_max' }) concurrencyMax!: number;
  @Column('text') status!: EndpointStatus;
  @Column('text', { name: 'status_reason', nullable: true }) statusReason!: string | null;
  @Column('integer') revision!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** A row of `endpoint_secret`. At most one of a kind has no end: the current one. */
@Entity('endpoint_secret')
export class EndpointSecret {
  @PrimaryColumn('bigint', { name: 'endpoint_no' }) endpointNo!: string;
  @PrimaryColumn('text') kind!: SecretKind;
  @PrimaryColumn('integer') version!: number;
  @Column('bytea') ciphertext!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
}

/** A row of `deleted_endpoint`: its retries and dead letters are still to be removed. */
@Entity('deleted_endpoint')
export class DeletedEndpoint {
  @PrimaryColumn('bigint', { name: 'endpoint_no' }) endpointNo!: string;
  @Column('timestamptz', { name: 'deleted_at' }) deletedAt!: Date;
}

/** An endpoint on the wire. It shows only the names of custom headers, because their values may be tokens. */
export function endpointView(endpoint: Endpoint, headerNames: string[]): WebhookEndpointAnswer {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    filters: filterViews(endpoint.filters),
    status: endpoint.status,
    status_reason: endpoint.statusReason,
    ordering: endpoint.ordering,
    rate_limit_per_second: endpoint.rateLimitPerSecond,
    concurrency_max: endpoint.concurrencyMax,
    header_names: headerNames,
    account_id: endpoint.accountId,
    store_id: endpoint.storeId,
    mode: endpoint.mode,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}
