import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `courier_setting`: a company has all couriers of the deployment but those that it has switched off. */
@Entity('courier_setting')
export class CourierSettingRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') courier!: string;
  @Column('boolean') enabled!: boolean;
  @Column('timestamptz') updated_at!: Date;
}
