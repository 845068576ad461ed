import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Status } from '../state/status.ts';

export const HISTORY_SOURCES = ['webhook', 'poll', 'courier', 'merchant', 'inferred'] as const;
export type HistorySource = (typeof HISTORY_SOURCES)[number];

/** A row of `history`: a scan as it came, or a state that was entered without one. */
@Entity('history')
export class HistoryRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') shipment_id!: string;
  @PrimaryColumn('bigint', { generated: 'identity' }) no!: string;
  @Column('text') status!: Status;
  @Column('text') source!: HistorySource;
  @Column('text', { nullable: true }) reason_code!: string | null;
  /** The courier's own words for the reason. */
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('text', { nullable: true }) courier_status_code!: string | null;
  /** The code of a scan that the adapter cannot read, and its time, as the courier wrote them. */
  @Column('text', { nullable: true }) unreadable_code!: string | null;
  @Column('text', { nullable: true }) written_at!: string | null;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text', { nullable: true }) description_ar!: string | null;
  @Column('text', { nullable: true }) city!: string | null;
  @Column('text', { nullable: true }) country_code!: string | null;
  @Column('double precision', { nullable: true }) latitude!: number | null;
  @Column('double precision', { nullable: true }) longitude!: number | null;
  /** Counted from 1; 0: the whole shipment. */
  @Column('smallint') package_number!: number;
  @Column('text', { nullable: true }) signed_by!: string | null;
  /** Where the courier shows its proof of delivery. */
  @Column('text', { nullable: true }) proof_url!: string | null;
  /** Minor units, as text: a bigint column. */
  @Column('bigint', { nullable: true }) cod_collected_minor!: string | null;
  /** The key that a person used; null for what couriers say. */
  @Column('text', { nullable: true }) actor!: string | null;
  /** What the person did. */
  @Column('text', { nullable: true }) action!: string | null;
  @Column('timestamptz') occurred_at!: Date;
  @Column('timestamptz') received_at!: Date;
}
