import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProofFile } from '../couriers/daily-work.ts';

/** A row of `delivery_proof`: a file by which a courier proves a delivery. */
@Entity('delivery_proof')
export class DeliveryProofRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') shipment_id!: string;
  @PrimaryColumn('smallint') no!: number;
  @Column('text') format!: ProofFile['format'];
  @Column('bytea') bytes!: Buffer;
  @Column('text', { nullable: true }) signed_by!: string | null;
  @Column('timestamptz') fetched_at!: Date;
}
