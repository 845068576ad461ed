import type { Selection } from './replay.schema.ts';

export type ReplayStatus = 'running' | 'completed' | 'cancelled';

/** A row of `replay`. */
export interface ReplayRow {
  replay_no: string; endpoint_no: string; id: string; status: ReplayStatus; selection: Selection; from_at: Date; to_at: Date; event_types: string[] | null; types: string[] | null;
  rate_per_second: number; until_sequence: string; matching: string; matching_exact: boolean; position_sequence: string; position_at: string; position_id: string;
  resent: string; waiting_already: string; created_at: Date; finished_at: Date | null;
}

/** A replay on the wire. */
export interface ReplayView {
  id: string;
  status: ReplayStatus;
  selection: Selection;
  from: string;
  to: string;
  event_types: string[] | null;
  rate_per_second: number;
  /** How many matched when it was asked for; when not exact, at least so many. */
  matching: number;
  matching_exact: boolean;
  /** Queued by this replay so far. */
  resent: number;
  /** Passed over, because they were waiting to be sent already. */
  already_pending: number;
  created_at: string;
  finished_at: string | null;
}

export const REPLAY_COLUMNS = `r.replay_no, r.endpoint_no, r.id, r.status, r.selection, r.from_at, r.to_at, r.event_types, r.types, r.rate_per_second, r.until_sequence,
  r.matching, r.matching_exact, r.position_sequence, r.position_at::text, r.position_id, r.resent, r.waiting_already, r.created_at, r.finished_at`;

export function replayView(row: ReplayRow): ReplayView {
  return {
    id: row.id, status: row.status, selection: row.selection, from: row.from_at.toISOString(), to: row.to_at.toISOString(), event_types: row.event_types,
    rate_per_second: row.rate_per_second, matching: Number(row.matching), matching_exact: row.matching_exact, resent: Number(row.resent),
    already_pending: Number(row.waiting_already), created_at: row.created_at.toISOString(), finished_at: row.finished_at?.toISOString() ?? null,
  };
}
