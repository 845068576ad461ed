import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CompanyName } from '../companies.ts';
import type { Effect, OperationName } from './fault.ts';

/** A row of `fault`: a fault that is switched on. A null `provider`, `operation` or `reference` stands for all. */
@Entity('fault')
export class FaultRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') effect!: Effect;
  @Column('text', { nullable: true }) provider!: CompanyName | null;
  @Column('text', { nullable: true }) operation!: OperationName | null;
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('integer', { nullable: true }) ms!: number | null;
  @Column('text', { nullable: true }) code!: string | null;
  /** Null: every matching call meets it, until it ends. */
  @Column('integer', { nullable: true }) times_left!: number | null;
  @Column('integer') used!: number;
  @Column('timestamptz') starts_at!: Date;
  @Column('timestamptz', { nullable: true }) ends_at!: Date | null;
  @Column('timestamptz') created_at!: Date;
}

/** A row of `attempt`: how often a call was tried. Chaos draws by this number, so that a repeat may go well. */
@Entity('attempt')
export class AttemptRow {
  @PrimaryColumn('text') provider!: CompanyName;
  @PrimaryColumn('text') operation!: OperationName;
  /** The part of the call that chaos draws for, and the call's reference. */
  @PrimaryColumn('text') reference!: string;
  @Column('integer') tries!: number;
  /** Of the first try. */
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}
