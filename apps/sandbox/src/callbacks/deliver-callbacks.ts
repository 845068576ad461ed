import { LIMITS } from '../limits.ts';
import type { Outsider } from '../outside.ts';
import type { Sandbox } from '../sandbox.ts';
import { completeBody } from './complete-body.ts';
import { signCallback } from './sign-callback.ts';

export interface CallbackRow {
  id: string; provider: Outsider; payment_id: string; sequence: number; event: string; url: string; body: string; state: string; attempts: number;
  held: boolean; overtaken: boolean; copies_left: number; bad_signature: boolean; last_status: number | null; due_at: Date; created_at: Date;
}

/** Sends what is due, each payment's and parcel's in its order unless a fault says otherwise. Answers how many were sent. */
export async function deliverCallbacks(sandbox: Sandbox): Promise<number> {
  const { rows } = await sandbox.pool.query<CallbackRow>(`
    UPDATE callback SET state = 'sending', attempts = attempts + 1, due_at = $1::timestamptz + $2 * interval '1 ms'
    WHERE id IN (
      SELECT c.id FROM callback c
      WHERE c.state IN ('due', 'sending') AND c.due_at <= $1 AND NOT EXISTS (
        SELECT 1 FROM callback earlier WHERE earlier.provider = c.provider AND earlier.payment_id = c.payment_id AND earlier.sequence < c.sequence
          AND earlier.state IN ('due', 'sending') AND NOT earlier.overtaken AND earlier.attempts <= 1)
      ORDER BY c.due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING *`, [sandbox.clock.now(), LIMITS.callbackLeaseMs, LIMITS.callbacksAtOnce]);
  await Promise.all(rows.map((row) => deliver(sandbox, row)));
  return rows.length;
}

async function deliver(sandbox: Sandbox, row: CallbackRow): Promise<void> {
  const status = await send(sandbox, row);
  for (let copy = 0; copy < row.copies_left && isTaken(status); copy++) await send(sandbox, row);
  const wait = LIMITS.callbackRetryMs[row.attempts - 1];
  const state = isTaken(status) ? 'sent' : wait === undefined ? 'failed' : 'due';
  await sandbox.pool.query('UPDATE callback SET state = $2, last_status = $3, due_at = $4, copies_left = CASE WHEN $2 = \'sent\' THEN 0 ELSE copies_left END WHERE id = $1',
    [row.id, state, status, sandbox.clock.after(wait ?? 0)]);
  // The one that was held back so that this one overtakes it.
  await sandbox.pool.query("UPDATE callback SET held = false, due_at = $4 WHERE provider = $1 AND payment_id = $2 AND sequence < $3 AND held AND state = 'due'",
    [row.provider, row.payment_id, row.sequence, sandbox.clock.now()]);
  sandbox.log.debug({ callback: row.id, event: row.event, attempt: row.attempts, status }, 'callback.sent');
}

function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The status of the answer; null without one. The signature is of the real now, not of our clock: a receiver may refuse old ones. */
async function send({ keys }: Sandbox, { id, provider, url, body: kept, bad_signature: bad }: CallbackRow): Promise<number | null> {
  const body = completeBody(kept);
  const key = bad ? keys.key('a key of nobody') : keys.callback(provider);
  const headers = signCallback({ provider, id, timestamp: Math.floor(Date.now() / 1000), body, key });
  try {
    const response = await fetch(url, {
      method: 'POST', body, headers: { 'content-type': 'application/json', ...headers }, redirect: 'manual', signal: AbortSignal.timeout(LIMITS.callbackTimeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
