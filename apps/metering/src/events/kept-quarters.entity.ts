import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The row of `kept_quarters`: rollups of a quarter of an hour from `since` on are complete. Of earlier quarters the
 * events are read instead.
 */
@Entity('kept_quarters')
export class KeptQuarters {
  @PrimaryColumn('timestamptz') since!: Date;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
  @Column('timestamptz', { name: 'changes_from' }) changesFrom!: Date;
}
