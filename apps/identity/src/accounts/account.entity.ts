import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `account`. */
@Entity('account')
export class Account {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @Column('text', { name: 'company_code' }) companyCode!: string;
  @Column('text') name!: string;
  /** The key of the account's secrets, wrapped by the master key. Not selected by default. */
  @Column('bytea', { name: 'data_key', select: false }) dataKey!: Buffer;
  /** The number of changes so far; bigint, so a text. */
  @Column('bigint') revision!: string;
  /** The hash of the last audit row. */
  @Column('bytea', { name: 'audit_head' }) auditHead!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

/** A row of `store`: a shop of an account. */
@Entity('store')
export class Store {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('text', { name: 'store_id' }) storeId!: string;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) colour!: string | null;
  /** Meter calls must be signed too. */
  @Column('boolean', { name: 'signature_required' }) signatureRequired!: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
