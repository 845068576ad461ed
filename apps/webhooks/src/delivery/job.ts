/** One delivery that its dispatcher holds in memory, and the attempt that it is about to make. */
export interface Job {
  endpointNo: number;
  sequence: number;
  /** The event's day: where the log keeps this delivery. */
  day: string;
  eventId: string;
  type: string;
  key: string;
  body: Buffer;
  traceparent: string | null;
  /** Where it came from: straight from fan-out, or back from the retry table. */
  lane: 'fresh' | 'retry';
  /** Number of the attempt it is claimed for, from 1. No other process may use this number. */
  attempt: number;
  /** Place in the retry schedule. */
  step: number;
  cause: string;
}

/** What becomes of a delivery after an attempt, or without one. */
export type Fate =
  | { kind: 'delivered' }
  | { kind: 'retry'; step: number; dueAtMs: number }
  /** Waits in the database for an earlier event of its key. */
  | { kind: 'parked' }
  /** Was not tried: another process, or this one later, makes this attempt. */
  | { kind: 'returned' }
  | { kind: 'dead'; reason: 'exhausted' | 'endpoint_disabled' };

/** How an attempt went, as the log keeps it. */
export interface AttemptMade {
  startedAtMs: number;
  latencyMs: number;
  outcome: string;
  status: number | null;
  error: string | null;
  excerpt: string | null;
}

export interface Outcome { job: Job; fate: Fate; made: AttemptMade | null }
