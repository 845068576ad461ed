import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderName } from '../companies.ts';

/** A row of `claim`: what was done under a reference of the platform. Its insert decides which request does it. */
@Entity('claim')
export class ClaimRow {
  @PrimaryColumn('text') provider!: ProviderName;
  @PrimaryColumn('text') reference!: string;
  @Column('text') payment_id!: string;
  /** Null: the reference names the payment itself. */
  @Column('text', { nullable: true }) operation_id!: string | null;
  /** A digest of the request's values, to recognise a repeat. */
  @Column('bytea') asked_digest!: Buffer;
}
