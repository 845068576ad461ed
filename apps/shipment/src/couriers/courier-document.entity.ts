import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CourierDocument } from './courier.ts';

/** A row of `courier_document`: a file that a courier made for a shipment. */
@Entity('courier_document')
export class CourierDocumentRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') shipment_id!: string;
  @PrimaryColumn('smallint') no!: number;
  @Column('text') kind!: CourierDocument['kind'];
  @Column('text') format!: CourierDocument['format'];
  @Column('bytea') bytes!: Buffer;
  /** SHA-256 of the bytes, in hex. */
  @Column('text') digest!: string;
  @Column('timestamptz') received_at!: Date;
}
