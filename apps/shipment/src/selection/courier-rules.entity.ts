import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CourierRule } from './rule.schema.ts';

/** What a version changed, by the names of its rules. */
export interface RuleChanges {
  added: string[];
  removed: string[];
  changed: string[];
  reordered: boolean;
}

/** A row of `courier_rules`: one version of all rules of a company. Rows are never changed; the newest one applies. */
@Entity('courier_rules')
export class CourierRulesRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') mode!: string;
  @PrimaryColumn('integer') version!: number;
  @Column('json') rules!: CourierRule[];
  @Column('json') changes!: RuleChanges;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('timestamptz') changed_at!: Date;
  /** The client that did it. */
  @Column('text') changed_by!: string;
}
