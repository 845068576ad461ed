import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `gateway_cost`: what the store pays a gateway for a payment in this currency. */
@Entity('gateway_cost')
export class GatewayCostRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') gateway!: string;
  @PrimaryColumn('text') currency!: string;
  @Column('double precision') percent!: number;
  @Column('bigint') fixed_minor!: string;
}
