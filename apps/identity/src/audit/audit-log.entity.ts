import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `audit_log`, which only grows. */
@Entity('audit_log')
export class AuditLog {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @PrimaryColumn('bigint') revision!: string;
  @Column('text') at!: string;
  @Column('text', { name: 'store_id' }) storeId!: string;
  @Column('text') actor!: string;
  @Column('text') action!: string;
  @Column('text') subject!: string;
  /** JSON as text: the hash is over what was written. */
  @Column('text') details!: string;
  @Column('bytea') hash!: Buffer;
}
