import { Column, Entity, PrimaryColumn } from 'typeorm';

export type TaskKind = 'instruct' | 'pickup' | 'pickup-cancel' | 'manifest';

/** A row of `courier_task`: a call that is owed to a courier. */
@Entity('courier_task')
export class CourierTaskRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') kind!: TaskKind;
  /** The instruction, pick-up or manifest. */
  @PrimaryColumn('text') subject_id!: string;
  @Column('text') courier!: string;
  @Column('timestamptz') due_at!: Date;
  @Column('integer') tries!: number;
  /** A request may have left us whose answer we do not have. */
  @Column('boolean') is_open!: boolean;
  @Column('timestamptz') created_at!: Date;
}
