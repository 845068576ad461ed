import type { CallbackRow } from '../entities/callback.entity.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { restoreCardBin } from './restore-card-bin.ts';
import { signCallback } from './sign-callback.ts';

/**
 * Sends the callbacks that are due, those of one payment or parcel in their order unless a fault overrides it. Returns
 * their number.
 */
export async function deliverCallbacks(sandbox: Sandbox): Promise<number> {
  const { rows } = await sandbox.pool.query<CallbackRow>(
    `
    UPDATE callback SET state = 'sending', attempts = attempts + 1, due_at = $1::timestamptz + $2 * interval '1 ms'
    WHERE id IN (
      SELECT c.id FROM callback c
      WHERE c.state IN ('due', 'sending') AND c.due_at <= $1 AND NOT EXISTS (
        SELECT 1 FROM callback earlier
        WHERE earlier.provider = c.provider AND earlier.payment_id = c.payment_id AND earlier.sequence < c.sequence
          AND earlier.state IN ('due', 'sending') AND NOT earlier.overtaken AND earlier.attempts <= 1)
      ORDER BY c.due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING *`,
    [sandbox.clock.now(), LIMITS.callbackLeaseMs, LIMITS.callbacksAtOnce],
  );
  await Promise.all(rows.map((row) => deliver(sandbox, row)));
  return rows.length;
}

async function deliver(sandbox: Sandbox, row: CallbackRow): Promise<void> {
  const status = await send(sandbox, row);
  for (let copy = 0; copy < row.copies_left && isSuccess(status); copy++) await send(sandbox, row);
  const retryMs = LIMITS.callbackRetryMs[row.attempts - 1];
  await sandbox.pool.query(
    `
    UPDATE callback SET state = $2, last_status = $3, due_at = $4,
      copies_left = CASE WHEN $2 = 'sent' THEN 0 ELSE copies_left END
    WHERE id = $1`,
    [row.id, stateAfter(status, retryMs), status, sandbox.clock.after(retryMs ?? 0)],
  );
  // An earlier callback that waited to be overtaken by this one may go now.
  await sandbox.pool.query(
    `
    UPDATE callback SET held = false, due_at = $4
    WHERE provider = $1 AND payment_id = $2 AND sequence < $3 AND held AND state = 'due'`,
    [row.provider, row.payment_id, row.sequence, sandbox.clock.now()],
  );
  sandbox.log.debug({ callback: row.id, event: row.event, attempt: row.attempts, status }, 'callback.sent');
}

function stateAfter(status: number | null, retryMs: number | undefined): 'sent' | 'due' | 'failed' {
  if (isSuccess(status)) return 'sent';
  return retryMs === undefined ? 'failed' : 'due';
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Returns the status of the answer; null without one. The timestamp is the real one: a receiver may refuse one of the
 * sandbox's clock.
 */
async function send(
  { keys }: Sandbox,
  { id, provider, url, body: storedBody, bad_signature: isForged }: CallbackRow,
): Promise<number | null> {
  const body = restoreCardBin(storedBody);
  const key = isForged ? keys.key('wrong callback key') : keys.callback(provider);
  const headers = signCallback({ provider, id, timestamp: Math.floor(Date.now() / 1000), body, key });
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMITS.callbackTimeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
