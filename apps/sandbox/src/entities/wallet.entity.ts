import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderName } from '../companies.ts';

/** A row of `step`: the answer to a code that was typed under a step id. */
@Entity('step')
export class StepRow {
  @PrimaryColumn('text') provider!: ProviderName;
  @PrimaryColumn('text') payment_id!: string;
  @PrimaryColumn('text') step_id!: string;
  /** The wallet's code of the answer, never the code that was typed. */
  @Column('text') code!: string;
}

/** A row of `phone`: a whitelisted phone. */
@Entity('phone')
export class PhoneRow {
  @PrimaryColumn('bytea') digest!: Buffer;
  @Column('text') last4!: string;
  @Column('text') behaviour!: string;
  /** Its last use, or its whitelisting; to an hour. */
  @Column('timestamptz') used_at!: Date;
}
