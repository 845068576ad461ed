import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `sign_in_attempt`: attempts of a person, of a network, or of a person from a network. */
@Entity('sign_in_attempt')
export class SignInAttempt {
  @PrimaryColumn('bytea') subject!: Buffer;
  @Column('integer') attempts!: number;
  @Column('timestamptz', { name: 'attempted_at' }) attemptedAt!: Date;
  @Column('timestamptz', { name: 'paused_until' }) pausedUntil!: Date;
}
