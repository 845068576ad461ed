import { Column, Entity, PrimaryColumn } from 'typeorm';

export type EndpointStatus = 'enabled' | 'paused' | 'disabled';
export type Ordering = 'none' | 'key';

/** A row of `endpoint`: a merchant's URL, what it wants and how it wants it. */
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

/** An endpoint on the wire. Of custom headers the names are told; their values may be tokens. */
export interface EndpointView {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  status: EndpointStatus;
  status_reason: string | null;
  ordering: Ordering;
  rate_limit_per_second: number | null;
  concurrency_max: number;
  header_names: string[];
  account_id: string;
  store_id: string;
  mode: string;
  createdAt: string;
  updatedAt: string;
}

export function endpointView(endpoint: Endpoint, headerNames: string[]): EndpointView {
  return {
    id: endpoint.id, url: endpoint.url, description: endpoint.description, event_types: endpoint.eventTypes, status: endpoint.status,
    status_reason: endpoint.statusReason, ordering: endpoint.ordering, rate_limit_per_second: endpoint.rateLimitPerSecond,
    concurrency_max: endpoint.concurrencyMax, header_names: headerNames, account_id: endpoint.accountId, store_id: endpoint.storeId, mode: endpoint.mode,
    createdAt: endpoint.createdAt.toISOString(), updatedAt: endpoint.updatedAt.toISOString(),
  };
}
