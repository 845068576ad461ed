import type { Pool } from 'pg';
import { steadyNowMs } from '@qafila/runtime/steady-clock';
import type { Delivery, StoredEvent } from '../log/log.entity.ts';
import type { EndpointHead, EndpointTail, Retry } from '../log/work.entity.ts';
import {
  CLAIM_RETRIES,
  FIND_WORK,
  GRANT,
  NEXT_RETRIES,
  RELEASE_UNKNOWN_CLAIMS,
  WITHDRAW_GRANTS,
} from './claim-work.sql.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { Job } from './job.ts';
import type { Grant } from './sequence-tracker.ts';

export interface QueueRoom {
  queue: EndpointQueue;
  room: number;
}

export interface QueuedJob {
  queue: EndpointQueue;
  job: Job;
}

interface GrantRow
  extends
    Pick<EndpointHead, 'endpoint_no' | 'granted'>,
    Pick<EndpointTail, 'settled' | 'failures' | 'failing_since' | 'warned' | 'health_revision'>,
    Pick<Delivery, 'day' | 'event_id'>,
    Pick<StoredEvent, 'type' | 'key' | 'body' | 'traceparent'> {
  head: string;
  behind: string;
  room: number;
  /** Null: no delivery is in the grant. */
  sequence: string | null;
}

/** Extends the grants of these queues and returns the first attempts to enqueue. */
export async function extendGrants(pool: Pool, owner: string, wanted: QueueRoom[]): Promise<QueuedJob[]> {
  const { rows } = await pool.query<GrantRow>({
    ...GRANT,
    values: [
      wanted.map(({ queue }) => queue.endpointNo),
      wanted.map(({ queue }) => queue.epoch),
      wanted.map(({ queue }) => queue.expected ?? null),
      wanted.map(({ room }) => room),
      owner,
    ],
  });
  const queues = queuesByEndpoint(wanted);
  const jobs: QueuedJob[] = [];
  let granted: string | undefined;
  for (const row of rows) {
    const queue = queues.get(Number(row.endpoint_no)) as EndpointQueue;
    // The rows of one endpoint follow each other, and each has the grant.
    if (row.endpoint_no !== granted) queue.granted(grantOf(row));
    granted = row.endpoint_no;
    if (row.sequence !== null) jobs.push({ queue, job: firstAttempt(row, row.sequence) });
  }
  return jobs;
}

function grantOf(row: GrantRow): Grant {
  const [head, behind] = [Number(row.head), Number(row.behind)];
  return {
    granted: Number(row.granted),
    head,
    settled: Number(row.settled),
    behind,
    nextSequence: row.sequence === null ? Math.min(head, behind + row.room) + 1 : Number(row.sequence),
    health: {
      revision: row.health_revision,
      failures: row.failures,
      failingSinceMs: row.failing_since?.getTime() ?? null,
      warned: row.warned,
      lastSuccessMs: null,
    },
  };
}

function firstAttempt(row: GrantRow, sequence: string): Job {
  return {
    endpointNo: Number(row.endpoint_no),
    sequence: Number(sequence),
    day: row.day,
    eventId: row.event_id,
    type: row.type,
    key: row.key,
    body: Buffer.from(row.body),
    traceparent: row.traceparent,
    priority: 'first',
    attempt: 1,
    scheduleStep: 0,
    scheduleAtMs: null,
    cause: 'first',
    isInMemory: false,
  };
}

interface RetryRow
  extends
    Omit<Retry, 'partition' | 'due_at' | 'epoch' | 'schedule_at' | 'recovered'>,
    Pick<StoredEvent, 'type' | 'body' | 'traceparent'> {
  since_ms: string;
}

/** Claims due retries, and sets when the next retry of each queue is due. */
export async function claimRetries(pool: Pool, owner: string, wanted: QueueRoom[]): Promise<QueuedJob[]> {
  const queues = queuesByEndpoint(wanted);
  for (const { queue } of wanted) queue.retryClock.claiming();
  try {
    const { rows } = await pool.query<RetryRow>({
      ...CLAIM_RETRIES,
      values: [
        wanted.map(({ queue }) => queue.endpointNo),
        wanted.map(({ queue }) => queue.epoch),
        wanted.map(({ room }) => room),
        owner,
      ],
    });
    const next = await pool.query<{ endpoint_no: string; in_ms: string }>({
      ...NEXT_RETRIES,
      values: [[...queues.keys()]],
    });
    for (const row of next.rows)
      queues.get(Number(row.endpoint_no))?.retryClock.dueAt(steadyNowMs() + Number(row.in_ms));
    return rows.map((row) => ({ queue: queues.get(Number(row.endpoint_no)) as EndpointQueue, job: retryOf(row) }));
  } catch (error) {
    for (const { queue } of wanted) queue.retryClock.dueAt(0);
    throw error;
  }
}

function retryOf(row: RetryRow): Job {
  return {
    endpointNo: Number(row.endpoint_no),
    sequence: Number(row.sequence),
    day: row.day,
    eventId: row.event_id,
    type: row.type,
    key: row.key,
    body: Buffer.from(row.body),
    traceparent: row.traceparent,
    priority: 'retry',
    attempt: row.attempts,
    scheduleStep: row.step,
    scheduleAtMs: steadyNowMs() - Number(row.since_ms),
    cause: row.cause,
    isInMemory: false,
  };
}

function queuesByEndpoint(wanted: QueueRoom[]): Map<number, EndpointQueue> {
  return new Map(wanted.map(({ queue }) => [queue.endpointNo, queue]));
}

/** For queues whose last claim failed but may have been committed. Must not run while a claim is under way. */
export async function releaseUnknownClaims(pool: Pool, owner: string, queues: EndpointQueue[]): Promise<void> {
  const known = queues.flatMap((queue) => [...queue.claimedRetries]);
  await pool.query({
    ...RELEASE_UNKNOWN_CLAIMS,
    values: [
      queues.map((queue) => queue.endpointNo),
      queues.map((queue) => queue.epoch),
      owner,
      known.map((job) => job.endpointNo),
      known.map((job) => job.sequence),
    ],
  });
}

export interface FoundWork {
  endpointNo: number;
  partition: number;
  head: number | null;
  retryDueAtMs: number | null;
}

export async function findWork(pool: Pool, partitions: number[]): Promise<FoundWork[]> {
  if (partitions.length === 0) return [];
  const { rows } = await pool.query<{
    endpoint_no: string;
    partition: number;
    head: string | null;
    retry_in_ms: string | null;
  }>({ ...FIND_WORK, values: [partitions] });
  return rows.map((row) => ({
    endpointNo: Number(row.endpoint_no),
    partition: row.partition,
    head: row.head === null ? null : Number(row.head),
    retryDueAtMs: row.retry_in_ms === null ? null : steadyNowMs() + Number(row.retry_in_ms),
  }));
}

/** Hands unused grants back, so that the next owner knows that those deliveries were not sent. */
export async function withdrawGrants(pool: Pool, queues: EndpointQueue[]): Promise<void> {
  const used = queues.flatMap(({ endpointNo, epoch, expected }) =>
    expected === undefined ? [] : [{ endpointNo, epoch, sequence: expected - 1 }],
  );
  await pool.query({
    ...WITHDRAW_GRANTS,
    values: [
      used.map(({ endpointNo }) => endpointNo),
      used.map(({ epoch }) => epoch),
      used.map(({ sequence }) => sequence),
    ],
  });
}
