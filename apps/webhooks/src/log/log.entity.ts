import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A row of `event`: its body once, however many endpoints get it. Only statements in SQL read and write the log, so the
 * properties have the names of the columns. bigint and date are read as text. The migration explains the columns.
 */
@Entity('event')
export class StoredEvent {
  @PrimaryColumn('date') day!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') account_id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') type!: string;
  @Column('text') key!: string;
  @Column('timestamptz') at!: Date;
  @Column('text', { nullable: true }) traceparent!: string | null;
  @Column('text') body!: string;
  @Column('bigint', { nullable: true }) only_for!: string | null;
}

/** A row of `delivery`: one event for one endpoint. It never changes. */
@Entity('delivery')
export class Delivery {
  @PrimaryColumn('date') day!: string;
  @PrimaryColumn('bigint') endpoint_no!: string;
  @PrimaryColumn('bigint') sequence!: string;
  @Column('text') event_id!: string;
  @Column('timestamptz') created_at!: Date;
}

/** A row of `attempt`. */
@Entity('attempt')
export class Attempt {
  @PrimaryColumn('date') day!: string;
  @PrimaryColumn('bigint') endpoint_no!: string;
  @PrimaryColumn('bigint') sequence!: string;
  @PrimaryColumn('smallint') attempt!: number;
  @Column('text') cause!: string;
  @Column('timestamptz') started_at!: Date;
  @Column('integer') latency_ms!: number;
  @Column('text') outcome!: string;
  @Column('smallint', { nullable: true }) status!: number | null;
  @Column('text', { nullable: true }) error!: string | null;
  @Column('text', { nullable: true }) excerpt!: string | null;
}
