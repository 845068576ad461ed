import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `usage_period`: a closed calendar month of a meter. */
@Entity('usage_period')
export class UsagePeriod {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('integer', { name: 'meter_no' }) meterNo!: number;
  @PrimaryColumn('timestamptz') start!: Date;
  @Column('timestamptz', { name: 'closed_at' }) closedAt!: Date;
  @Column('bigint') events!: string;
  @Column('numeric', { nullable: true }) value!: string | null;
}
