import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '@qafila/auth/principal';

export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A row of `person`: a human who signs in. */
@Entity('person')
export class Person {
  @PrimaryColumn('text', { name: 'person_id' }) personId!: string;
  @Column('text') email!: string;
  @Column('text', { name: 'email_key' }) emailKey!: string;
  @Column('text') name!: string;
  @Column('text') language!: Language;
  /** Not selected by default, so that no view contains it. */
  @Column('text', { name: 'password_hash', nullable: true, select: false }) passwordHash!: string | null;
  @Column('timestamptz', { name: 'password_changed_at', nullable: true }) passwordChangedAt!: Date | null;
  @Column('timestamptz', { name: 'suspended_at', nullable: true }) suspendedAt!: Date | null;
  @Column('text', { name: 'last_account_id', nullable: true }) lastAccountId!: string | null;
  @Column('text', { name: 'last_store_id', nullable: true }) lastStoreId!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** A row of `membership`: a person in an account. */
@Entity('membership')
export class Membership {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'person_id' }) personId!: string;
  @Column('text') role!: Role;
  @Column('boolean', { name: 'may_review' }) mayReview!: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
