import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SheetLayout } from '../label/sheet-part.ts';

/** A row of `label_sheet`: which labels are in one file, in the order of its pages. */
@Entity('label_sheet')
export class LabelSheetRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') layout!: SheetLayout;
  @Column('text', { array: true }) shipment_ids!: string[];
  @Column('timestamptz') expires_at!: Date;
}
