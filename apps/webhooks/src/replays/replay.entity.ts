import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ReplayStatus, Selection, WebhookReplayAnswer } from './replay.schema.ts';

/**
 * A row of `replay`. Its statements are SQL, so the properties have the names of the columns; bigint is read as text.
 * The migration explains the columns.
 */
@Entity('replay')
export class Replay {
  @PrimaryColumn('bigint') replay_no!: string;
  @Column('bigint') endpoint_no!: string;
  @Column('text') id!: string;
  @Column('text') status!: ReplayStatus;
  @Column('text') selection!: Selection;
  @Column('timestamptz') from_at!: Date;
  @Column('timestamptz') to_at!: Date;
  @Column('text', { array: true, nullable: true }) event_types!: string[] | null;
  @Column('text', { array: true, nullable: true }) types!: string[] | null;
  @Column('integer') rate_per_second!: number;
  @Column('bigint') until_sequence!: string;
  @Column('bigint') matching!: string;
  @Column('boolean') matching_exact!: boolean;
  @Column('bigint') position_sequence!: string;
  @Column('timestamptz') position_at!: Date;
  @Column('text') position_id!: string;
  @Column('bigint') resent!: string;
  @Column('bigint') waiting_already!: string;
  @Column('timestamptz') next_at!: Date;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz', { nullable: true }) finished_at!: Date | null;
}

/** A replay as statements return it. The position keeps its microseconds as text. */
export interface ReplayRow extends Omit<Replay, 'position_at' | 'next_at'> {
  position_at: string;
}

export const REPLAY_COLUMNS = `
  r.replay_no, r.endpoint_no, r.id, r.status, r.selection, r.from_at, r.to_at, r.event_types, r.types,
  r.rate_per_second, r.until_sequence,
  r.matching, r.matching_exact, r.position_sequence, r.position_at::text, r.position_id, r.resent, r.waiting_already,
    r.created_at, r.finished_at`;

export function replayView(row: ReplayRow): WebhookReplayAnswer {
  return {
    id: row.id,
    status: row.status,
    selection: row.selection,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    event_types: row.event_types,
    rate_per_second: row.rate_per_second,
    matching: Number(row.matching),
    matching_exact: row.matching_exact,
    resent: Number(row.resent),
    already_pending: Number(row.waiting_already),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
