import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `usage_rollup`: the total of one bucket and group. The migration explains the columns. */
@Entity('usage_rollup')
export class UsageRollup {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('integer', { name: 'meter_no' }) meterNo!: number;
  @PrimaryColumn('smallint') grain!: number;
  @PrimaryColumn('boolean') late!: boolean;
  @Column('boolean') replaces!: boolean;
  @Column('boolean') settled!: boolean;
  @PrimaryColumn('timestamptz') start!: Date;
  @Column('bigint') events!: string;
  @Column('timestamptz', { nullable: true }) at!: Date | null;
  @Column('bigint', { nullable: true }) seq!: string | null;
  @Column('numeric', { nullable: true }) value!: string | null;
  @Column('text') kind!: string;
  @PrimaryColumn('text') groups!: string;
}
