import { Entity, PrimaryColumn } from 'typeorm';

/** The row of `short_digests`: pointer rows written since then have short digests. */
@Entity('short_digests')
export class ShortDigests {
  @PrimaryColumn('timestamptz') since!: Date;
}
