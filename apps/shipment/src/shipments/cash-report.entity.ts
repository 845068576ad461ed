import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `cash_report`: what a courier reports as collected, once. It never changes. */
@Entity('cash_report')
export class CashReportRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') shipment_id!: string;
  @PrimaryColumn('bigint', { generated: 'identity' }) no!: string;
  /** Counted from 1; 0: the whole shipment. */
  @Column('smallint') package_number!: number;
  /** The courier's code of the scan. */
  @Column('text') code!: string;
  /** Minor units of `currency`, as text: a bigint column. */
  @Column('bigint') amount_minor!: string;
  @Column('text') currency!: string;
  /** As the courier stamps it. */
  @Column('timestamptz') occurred_at!: Date;
  /** By which it is judged. */
  @Column('timestamptz') judged_at!: Date;
  @Column('timestamptz') received_at!: Date;
  /** How often the scan reported this amount before: a courier may correct back to it. */
  @Column('integer') correction!: number;
}
