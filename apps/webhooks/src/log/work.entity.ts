import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `endpoint_head`: how far an endpoint's deliveries are numbered and granted. */
@Entity('endpoint_head')
export class EndpointHead {
  @PrimaryColumn('bigint') endpoint_no!: string;
  @Column('smallint', { name: 'lane' }) partition!: number;
  @Column('bigint') sequence!: string;
  @Column('bigint') granted!: string;
  @Column('bigint') epoch!: string;
}

/** A row of `endpoint_tail`: how far an endpoint's first attempts are made, and its health. */
@Entity('endpoint_tail')
export class EndpointTail {
  @PrimaryColumn('bigint') endpoint_no!: string;
  @Column('smallint', { name: 'lane' }) partition!: number;
  @Column('bigint') settled!: string;
  @Column('integer') failures!: number;
  @Column('timestamptz', { nullable: true }) failing_since!: Date | null;
  @Column('smallint') warned!: number;
  @Column('timestamptz', { nullable: true }) last_success_at!: Date | null;
  @Column('integer') health_revision!: number;
}

/** A row of `retry`: a delivery that needs another attempt. */
@Entity('retry')
export class Retry {
  @PrimaryColumn('bigint') endpoint_no!: string;
  @PrimaryColumn('bigint') sequence!: string;
  @Column('date') day!: string;
  @Column('text') event_id!: string;
  @Column('text') key!: string;
  @Column('smallint', { name: 'lane' }) partition!: number;
  @Column('smallint') attempts!: number;
  @Column('smallint') step!: number;
  @Column('text') cause!: string;
  @Column('timestamptz') due_at!: Date;
  @Column('bigint') epoch!: string;
  @Column('timestamptz') schedule_at!: Date;
  @Column('boolean') recovered!: boolean;
}

/** A row of `dead_letter`. */
@Entity('dead_letter')
export class DeadLetter {
  @PrimaryColumn('bigint') endpoint_no!: string;
  @PrimaryColumn('bigint') sequence!: string;
  @Column('date') day!: string;
  @Column('text') event_id!: string;
  @Column('text') key!: string;
  @Column('smallint') attempts!: number;
  @Column('text') reason!: string;
  @Column('smallint', { nullable: true }) last_status!: number | null;
  @Column('text', { nullable: true }) last_error!: string | null;
  @Column('timestamptz') died_at!: Date;
}

/** The lease of an endpoint partition. */
@Entity('lane')
export class PartitionLease {
  @PrimaryColumn('smallint', { name: 'lane' }) partition!: number;
  @Column('text', { nullable: true }) owner!: string | null;
  @Column('bigint') epoch!: string;
  @Column('timestamptz') expires_at!: Date;
}

/** A row of `dispatcher`: a process that dispatches. */
@Entity('dispatcher')
export class RunningDispatcher {
  @PrimaryColumn('text') owner!: string;
  @Column('timestamptz') seen_at!: Date;
}
