import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `store_look`: how the tracking pages of a store look. */
@Entity('store_look')
export class StoreLookRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @Column('text') name!: string;
  @Column('text') color!: string;
  @Column('text', { nullable: true }) support_url!: string | null;
  @Column('timestamptz') updated_at!: Date;
}
