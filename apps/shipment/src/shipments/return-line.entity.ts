import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `return_line`: pieces of a delivered shipment that a return holds. */
@Entity('return_line')
export class ReturnLineRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') original_id!: string;
  @PrimaryColumn('text') return_id!: string;
  @PrimaryColumn('smallint') package_number!: number;
  /** Its sku, else its name; empty for a package without items. */
  @PrimaryColumn('text') item!: string;
  @Column('integer') quantity!: number;
}
