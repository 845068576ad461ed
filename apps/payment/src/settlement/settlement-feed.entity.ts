import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `settlement_feed`: a connected gateway whose books are read by its API. */
@Entity('settlement_feed')
export class SettlementFeedRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') gateway!: string;
  /** What the gateway booked before this time is imported. */
  @Column('timestamptz') read_until!: Date;
  /** What was booked from this time on is read again, by the next import. */
  @Column('timestamptz', { nullable: true }) reread_from!: Date | null;
  /** The key that wants the next import; null by schedule. */
  @Column('text', { nullable: true }) requested_by!: string | null;
  /** The import that is under way, its period, and where in it the reader is. */
  @Column('text', { nullable: true }) import_id!: string | null;
  @Column('timestamptz', { nullable: true }) from_at!: Date | null;
  @Column('timestamptz', { nullable: true }) to_at!: Date | null;
  @Column('text', { nullable: true }) cursor!: string | null;
  /** The whole period is stored; what is left are its payouts. */
  @Column('boolean') is_read!: boolean;
  @Column('text', { array: true }) payout_ids!: string[];
  @Column('timestamptz') next_at!: Date;
  /** Until then the process that took this revision works on it. */
  @Column('timestamptz', { nullable: true }) leased_until!: Date | null;
  @Column('integer') revision!: number;
  @Column('integer') failures!: number;
  @Column('text') error!: string;
  @Column('timestamptz', { nullable: true }) succeeded_at!: Date | null;
  @Column('timestamptz') created_at!: Date;
}
