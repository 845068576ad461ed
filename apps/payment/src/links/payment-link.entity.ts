import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Method } from '../providers/methods.ts';

/** A row of `payment_link`. pg returns bigint columns as text. */
@Entity('payment_link')
export class PaymentLinkRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  /** SHA-256 of the token in its address. It never changes. */
  @Column('bytea') page_hash!: Buffer;
  @Column('boolean') enabled!: boolean;
  @Column('boolean') reusable!: boolean;
  @Column('text') currency!: string;
  /** Null: the customer types the amount. */
  @Column('bigint', { nullable: true }) amount_minor!: string | null;
  @Column('bigint', { nullable: true }) amount_min_minor!: string | null;
  @Column('bigint', { nullable: true }) amount_max_minor!: string | null;
  @Column('text') reference_prefix!: string;
  @Column('text') description!: string;
  @Column('text') capture_method!: 'automatic' | 'manual';
  @Column('text', { array: true, nullable: true }) methods!: Method[] | null;
  @Column('json') metadata!: Record<string, unknown>;
  @Column('text') success_url!: string;
  @Column('text') failure_url!: string;
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
  /** How many intents were made by it. */
  @Column('integer') payments!: number;
  @Column('text', { nullable: true }) last_intent!: string | null;
  @Column('integer') revision!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('text') created_by!: string;
  @Column('timestamptz') updated_at!: Date;
}

/** A row of `payment_link_intent`: an intent that a visit of the link made. */
@Entity('payment_link_intent')
export class PaymentLinkIntentRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') link_id!: string;
  @PrimaryColumn('text') intent_id!: string;
  @Column('timestamptz') created_at!: Date;
}
