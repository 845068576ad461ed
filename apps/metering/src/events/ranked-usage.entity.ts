import { Entity, PrimaryColumn } from 'typeorm';

/** The row of `ranked_usage`: since then, each event of a max or latest meter has its rank key. */
@Entity('ranked_usage')
export class RankedUsage {
  @PrimaryColumn('timestamptz') since!: Date;
}
