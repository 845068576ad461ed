import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CompanyName } from '../companies.ts';

/** A row of `callback`. `payment_id` holds the id of a payment or the waybill of a parcel. */
@Entity('callback')
export class CallbackRow {
  @PrimaryColumn('text') id!: string;
  @Column('text') provider!: CompanyName;
  @Column('text') payment_id!: string;
  @Column('integer') sequence!: number;
  @Column('text') event!: string;
  @Column('text') url!: string;
  @Column('text') body!: string;
  @Column('text') state!: 'due' | 'sending' | 'sent' | 'failed' | 'lost';
  @Column('integer') attempts!: number;
  /** It waits for a later callback, or until it is due. */
  // eslint-disable-next-line qafila/retired-words -- the name of the column
  @Column('boolean') held!: boolean;
  /** It is delayed: later callbacks do not wait for it. */
  @Column('boolean') overtaken!: boolean;
  @Column('integer') copies_left!: number;
  @Column('boolean') bad_signature!: boolean;
  @Column('integer', { nullable: true }) last_status!: number | null;
  @Column('timestamptz') due_at!: Date;
  @Column('timestamptz') created_at!: Date;
}

/** What a company's format makes of a payment or scan. `event` names it on the control pages. */
export interface CallbackContent {
  event: string;
  body: Record<string, unknown>;
}
