import { Column, Entity, PrimaryColumn } from 'typeorm';

export const AGGREGATION_TYPES = ['count', 'sum', 'latest', 'max'] as const;
export type AggregationType = (typeof AGGREGATION_TYPES)[number];

/** A row of `meter`. Its id is unique in the account; the large tables refer to it by its short number. */
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
  @Column('json') filters!: object;
  @Column('smallint') version!: number;
  @Column('integer') revision!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** A row of `meter_version`: the filters that judge usage stamped at or after `effectiveFrom`. */
@Entity('meter_version')
export class MeterVersion {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('integer', { name: 'meter_no' }) meterNo!: number;
  @PrimaryColumn('smallint') version!: number;
  @Column('timestamptz', { name: 'effective_from' }) effectiveFrom!: Date;
  @Column('json') filters!: object;
}
