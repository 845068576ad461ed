import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `gateway_connection`: a store's account at a gateway. */
@Entity('gateway_connection')
export class GatewayConnectionRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') type!: string;
  /** In the address that the gateway calls. */
  @Column('text') id!: string;
  @Column('boolean') enabled!: boolean;
  /** The gateway's id and name of the account. */
  @Column('text') gateway_account!: string;
  @Column('text') gateway_account_name!: string;
  /** A sealed box with the credentials and those before them. */
  @Column('bytea') credentials!: Buffer;
  /** The last characters of each credential, by its name. */
  @Column('json') hints!: Record<string, string>;
  /** Grows with each change, so that other processes connect again. */
  @Column('integer') version!: number;
  @Column('timestamptz') tested_at!: Date;
  @Column('timestamptz') created_at!: Date;
  /** The API key that did it. */
  @Column('text') created_by!: string;
  @Column('timestamptz') updated_at!: Date;
  @Column('text') updated_by!: string;
}
