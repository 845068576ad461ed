import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NationalAddress } from './address-directory.ts';

/** A row of `national_address`: what the directory answered. */
@Entity('national_address')
export class NationalAddressRow {
  @PrimaryColumn('text') short_address!: string;
  /** Null: the directory has no such address. */
  @Column('json', { nullable: true }) address!: NationalAddress | null;
  @Column('timestamptz') read_at!: Date;
}
