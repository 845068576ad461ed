import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `courier_account`: a company's account at a courier. */
@Entity('courier_account')
export class CourierAccountRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') courier!: string;
  /** In the address that the courier calls. */
  @Column('text') id!: string;
  /** The courier's id and name of the account. */
  @Column('text') courier_account!: string;
  @Column('text') courier_account_name!: string;
  /** A sealed box with the credentials and those before them. */
  @Column('bytea') credentials!: Buffer;
  /** The last characters of each credential, by its name. */
  @Column('json') hints!: Record<string, string>;
  /** Grows with each change, so that other processes connect again. */
  @Column('integer') version!: number;
  @Column('timestamptz') tested_at!: Date;
  @Column('timestamptz') created_at!: Date;
  /** The client that did it. */
  @Column('text') created_by!: string;
  @Column('timestamptz') updated_at!: Date;
  @Column('text') updated_by!: string;
}
