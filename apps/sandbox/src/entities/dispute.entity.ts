import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderName } from '../companies.ts';

export type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost';

/** A row of `dispute`: a cardholder takes back what a payment captured, or a part of it. */
@Entity('dispute')
export class DisputeRow {
  @PrimaryColumn('text') provider!: ProviderName;
  @PrimaryColumn('text') id!: string;
  @Column('text') payment_id!: string;
  @Column('bigint') amount_minor!: string;
  @Column('text') status!: DisputeStatus;
  @Column('text') reason!: string;
  @Column('timestamptz') evidence_due_at!: Date;
  @Column('timestamptz', { nullable: true }) returned_at!: Date | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
