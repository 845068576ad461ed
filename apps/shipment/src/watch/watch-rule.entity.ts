import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `watch_rule`: after how many days without a scan a company wants an alarm. */
@Entity('watch_rule')
export class WatchRuleRow {
  @PrimaryColumn('text') account_id!: string;
  /** Empty: every courier. */
  @PrimaryColumn('text') courier!: string;
  /** Empty: every service. */
  @PrimaryColumn('text') service!: string;
  @Column('integer') days!: number;
}
