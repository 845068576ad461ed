/** `first`: a first attempt, which goes before retries. `retry`: a delivery from the retry table. */
export type Priority = 'first' | 'retry';

/** A delivery in its dispatcher's memory, and the attempt that the dispatcher is about to make. */
export interface Job {
  endpointNo: number;
  sequence: number;
  /** The event's day: the log's partition of this delivery. */
  day: string;
  eventId: string;
  type: string;
  key: string;
  body: Buffer;
  traceparent: string | null;
  priority: Priority;
  /** The number of the attempt, from 1. No other process may use this number. */
  attempt: number;
  /** The index in the retry schedule. */
  scheduleStep: number;
  /** When its schedule began; null: it begins with this attempt. */
  scheduleAtMs: number | null;
  cause: string;
  /** The mark of the body memory, which counts the job. */
  isInMemory: boolean;
}

/** What happens to a delivery after an attempt, or without one. */
export type Disposition =
  | { kind: 'delivered' }
  | { kind: 'retry'; scheduleStep: number; dueAtMs: number }
  /** It waits in the database for an earlier event of its key. */
  | { kind: 'parked' }
  /** It was not attempted. Another process, or this one later, makes this attempt. */
  | { kind: 'returned' }
  | { kind: 'dead'; reason: 'exhausted' | 'endpoint_disabled' };

/** An attempt as the log keeps it. */
export interface AttemptRecord {
  startedAtMs: number;
  latencyMs: number;
  outcome: string;
  status: number | null;
  error: string | null;
  excerpt: string | null;
}

/** `attempt` is null for a delivery that was not attempted. */
export interface DeliveryResult {
  job: Job;
  disposition: Disposition;
  attempt: AttemptRecord | null;
}
