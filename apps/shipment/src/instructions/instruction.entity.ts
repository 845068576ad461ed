import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Party } from '../body/party.schema.ts';
import type { InstructionKind } from '../couriers/daily-work.ts';

/**
 * `PENDING`: the courier is being asked. `TO_DO`: a person gives it to the courier. The others are ends: what the
 * courier said, and what a person reports.
 */
export const INSTRUCTION_STATES = ['PENDING', 'TO_DO', 'ACCEPTED', 'REFUSED', 'DONE', 'NOT_DONE'] as const;
export type InstructionState = (typeof INSTRUCTION_STATES)[number];

/** What belongs to the kind. */
export interface InstructionDetails {
  /** Of a reattempt. */
  date?: string;
  /** The receiver with the new address or phone. */
  shipTo?: Party;
}

/** A row of `instruction`: what the courier is to do with a parcel under way. */
@Entity('instruction')
export class InstructionRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') shipment_id!: string;
  @Column('text') courier!: string;
  @Column('text') awb!: string;
  @Column('text') kind!: InstructionKind;
  @Column('json') details!: InstructionDetails;
  /** The receiver as it was. */
  @Column('json') receiver_before!: Party;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('text') state!: InstructionState;
  @Column('text', { nullable: true }) reason_code!: string | null;
  /** The courier's own words for it. */
  @Column('text', { nullable: true }) reason!: string | null;
  /** The courier's own number of it. */
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('timestamptz') created_at!: Date;
  /** The keys of the people who gave it, and who ended it by hand. */
  @Column('text') created_by!: string;
  @Column('timestamptz', { nullable: true }) ended_at!: Date | null;
  @Column('text', { nullable: true }) ended_by!: string | null;
  @Column('text', { nullable: true }) resolution!: string | null;
}
