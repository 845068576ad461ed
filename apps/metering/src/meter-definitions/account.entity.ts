import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `account`: the short number that the wide tables' keys begin with. */
@Entity('account')
export class Account {
  @PrimaryColumn('text', { name: 'account_id' }) accountId!: string;
  @Column('integer', { name: 'account_no', generated: 'identity' }) accountNo!: number;
}
