import { Entity, PrimaryColumn } from 'typeorm';

/** The row of `idle_months`: up to where openIdleMonths() has come. */
@Entity('idle_months')
export class IdleMonths {
  @PrimaryColumn('timestamptz') until!: Date;
}
