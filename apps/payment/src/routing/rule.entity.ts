import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RuleConditions } from './choose-providers.ts';
import type { OrderBy } from '../standings/order-gateways.ts';

/** A row of `routing_rule` (§2.4). */
@Entity('routing_rule')
export class RuleRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') store_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('text') id!: string;
  @Column('integer') position!: number;
  @Column('boolean') enabled!: boolean;
  @Column('text') gateway!: string;
  /** The gateways that follow, in their order. */
  @Column('text', { array: true }) fallback!: string[];
  @Column('text', { array: true }) labels!: string[];
  @Column('json') conditions!: RuleConditions;
  @Column('json') split!: { gateway: string; percent: number }[];
  @Column('text') order_by!: OrderBy;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
