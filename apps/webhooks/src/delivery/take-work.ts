import type { Pool } from 'pg';
import type { Channel } from './channel.ts';
import type { Job } from './job.ts';
import { CLAIM_RETRIES, GRANT, LOOK_FOR_WORK, NEXT_RETRIES, UNCLAIM_RETRIES, WITHDRAW } from './take-work.sql.ts';

export interface Ask { channel: Channel; room: number }
export interface Brought { channel: Channel; job: Job }

interface GrantRow {
  endpoint_no: string; granted: string; head: string; behind: string; room: number; settled: string; failures: number; failing_since: Date | null; warned: number; health_revision: number;
  sequence: string | null; day: string; event_id: string; type: string; key: string; body: string; traceparent: string | null;
}

/** Takes first attempts for these endpoints; their places and health are read with them where they are new to us. */
export async function grant(pool: Pool, owner: string, asks: Ask[]): Promise<Brought[]> {
  const { rows } = await pool.query<GrantRow>({
    ...GRANT, values: [asks.map((a) => a.channel.endpointNo), asks.map((a) => a.channel.epoch), asks.map((a) => a.channel.expected ?? null), asks.map((a) => a.room), owner],
  });
  const channels = new Map(asks.map(({ channel }) => [channel.endpointNo, channel]));
  for (const [endpointNo, channel] of channels) skipMissing(channel, rows.filter((row) => Number(row.endpoint_no) === endpointNo));
  return rows.flatMap((row) => {
    const channel = channels.get(Number(row.endpoint_no)) as Channel;
    placed(channel, row);
    if (row.sequence === null) return [];
    return [{ channel, job: {
      endpointNo: channel.endpointNo, sequence: Number(row.sequence), day: row.day, eventId: row.event_id, type: row.type, key: row.key, body: Buffer.from(row.body),
      traceparent: row.traceparent, lane: 'fresh', attempt: 1, step: 0, cause: 'first',
    } }];
  });
}

function placed(channel: Channel, row: GrantRow): void {
  if (channel.expected === undefined) {
    channel.expected = Number(row.behind) + 1;
    channel.settled = Number(row.settled);
    channel.health = { revision: row.health_revision, failures: row.failures, failingSinceMs: row.failing_since?.getTime() ?? null, warned: row.warned, lastSuccessMs: null };
  }
  channel.granted = Number(row.granted);
  channel.head = Math.max(channel.head, Number(row.head));
}

/**
 * Seen twice it is gone. Seen once, it may be a delivery whose commit is younger than our statement: the head is read under its lock,
 * the deliveries as they were when the statement began.
 */
function skipMissing(channel: Channel, rows: GrantRow[]): void {
  const [first] = rows;
  if (first === undefined || channel.expected === undefined) return;
  const next = first.sequence === null ? Math.min(Number(first.head), Number(first.behind) + Number(first.room)) + 1 : Number(first.sequence);
  if (next <= channel.expected) channel.missing = undefined;
  else if (channel.missing === channel.expected) channel.skipTo(next);
  else channel.missing = channel.expected;
}

interface RetryRow { endpoint_no: string; sequence: string; day: string; event_id: string; key: string; attempts: number; step: number; cause: string; type: string; body: string; traceparent: string | null }

/** Claims due retries, and learns when each endpoint's next one is due. */
export async function claimRetries(pool: Pool, owner: string, asks: Ask[]): Promise<Brought[]> {
  const channels = new Map(asks.map(({ channel }) => [channel.endpointNo, channel]));
  // Set before the question: what is written meanwhile sets it again.
  for (const { channel } of asks) channel.retryDueAtMs = Infinity;
  try {
    const { rows } = await pool.query<RetryRow>({
      ...CLAIM_RETRIES, values: [asks.map((a) => a.channel.endpointNo), asks.map((a) => a.channel.epoch), asks.map((a) => a.room), owner],
    });
    const next = await pool.query<{ endpoint_no: string; in_ms: string }>({ ...NEXT_RETRIES, values: [[...channels.keys()]] });
    for (const row of next.rows) {
      const channel = channels.get(Number(row.endpoint_no)) as Channel;
      channel.retryDueAtMs = Math.min(channel.retryDueAtMs, Date.now() + Number(row.in_ms));
    }
    return rows.map((row) => ({ channel: channels.get(Number(row.endpoint_no)) as Channel, job: {
      endpointNo: Number(row.endpoint_no), sequence: Number(row.sequence), day: row.day, eventId: row.event_id, type: row.type, key: row.key, body: Buffer.from(row.body),
      traceparent: row.traceparent, lane: 'retry', attempt: row.attempts, step: row.step, cause: row.cause,
    } }));
  } catch (error) {
    for (const { channel } of asks) channel.retryDueAtMs = 0;
    throw error;
  }
}

/** For endpoints whose last claim failed, and may have been committed all the same. Not while a claim is under way. */
export async function unclaimRetries(pool: Pool, owner: string, channels: Channel[]): Promise<void> {
  const known = channels.flatMap((channel) => [...channel.claimed]);
  await pool.query({
    ...UNCLAIM_RETRIES, values: [channels.map((c) => c.endpointNo), channels.map((c) => c.epoch), owner, known.map((job) => job.endpointNo), known.map((job) => job.sequence)],
  });
}

export interface Found { endpointNo: number; lane: number; head: number | null; retryDueAtMs: number | null }

export async function lookForWork(pool: Pool, lanes: number[]): Promise<Found[]> {
  if (lanes.length === 0) return [];
  const { rows } = await pool.query<{ endpoint_no: string; lane: number; head: string | null; retry_in_ms: string | null }>({ ...LOOK_FOR_WORK, values: [lanes] });
  return rows.map((row) => ({
    endpointNo: Number(row.endpoint_no), lane: row.lane, head: row.head === null ? null : Number(row.head),
    retryDueAtMs: row.retry_in_ms === null ? null : Date.now() + Number(row.retry_in_ms),
  }));
}

/** Hands back what was granted and not used: the next owner then knows that it was not sent. */
export async function withdraw(pool: Pool, channels: Channel[]): Promise<void> {
  const known = channels.filter((channel) => channel.expected !== undefined);
  await pool.query({ ...WITHDRAW, values: [known.map((c) => c.endpointNo), known.map((c) => c.epoch), known.map((c) => (c.expected as number) - 1)] });
}
