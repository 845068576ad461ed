import { Column, Entity, PrimaryColumn } from 'typeorm';

export const AGGREGATION_TYPES = ['count', 'sum', 'latest', 'max'] as const;
export type AggregationType = (typeof AGGREGATION_TYPES)[number];

/** A row of `meter`. Its id is unique per account; its number is the short form of it in the wide tables. */
@Entity('meter')
export class Meter {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('text') id!: string;
  @Column('integer', { name: 'meter_no', generated: 'identity' }) meterNo!: number;
  @Column('text', { name: 'store_id' }) storeId!: string;
  @Column('text') mode!: string;
  @Column('text') name!: string;
  @Column('boolean') active!: boolean;
  @Column('text', { name: 'aggregation_type' }) aggregationType!: AggregationType;
  @Column('text', { name: 'aggregation_field', nullable: true }) aggregationField!: string | null;
  @Column('text', { name: 'group_by', array: true }) groupBy!: string[];
  @Column('json') filters!: Record<string, unknown>;
  @Column('smallint') version!: number;
  @Column('integer') revision!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** The meter object of §2.7, in its order; `group_by` and `version` are additive. */
export interface MeterView {
  id: string;
  name: string;
  active: boolean;
  aggregation_type: AggregationType;
  aggregation_field: string | null;
  filters: Record<string, unknown>;
  account_id: string;
  store_id: string;
  mode: string;
  createdAt: string;
  updatedAt: string;
  group_by: string[];
  version: number;
}

export function meterView(meter: Meter, accountId: string): MeterView {
  return {
    id: meter.id, name: meter.name, active: meter.active, aggregation_type: meter.aggregationType,
    aggregation_field: meter.aggregationField, filters: meter.filters, account_id: accountId, store_id: meter.storeId,
    mode: meter.mode, createdAt: meter.createdAt.toISOString(), updatedAt: meter.updatedAt.toISOString(),
    group_by: meter.groupBy, version: meter.version,
  };
}
