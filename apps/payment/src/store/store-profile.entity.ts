import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Method } from '../providers/methods.ts';

/** A row of `store_profile`: the appearance of a store's customer pages, and its methods. */
@Entity('store_profile')
export class StoreProfileRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @Column('text') name!: string;
  @Column('text') color!: string;
  /** Null: all that the deployment can do. */
  @Column('text', { array: true, nullable: true }) methods!: Method[] | null;
  @Column('timestamptz') updated_at!: Date;
  /** Which redirect secret signs. A rotation adds one. */
  @Column('integer', { default: 1 }) redirect_secret_version!: number;
}
