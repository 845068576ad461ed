import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { conflict, invalid, Refusal } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { canonicalJson } from '@qafila/json/write-json';
import { inTransaction } from '@qafila/runtime/in-transaction';

export const IDEMPOTENCY_LIMITS = {
  keyCharactersMax: 255,
  keptMs: 24 * 3_600_000,
  /** A request that holds its key longer than this has died; a repeat takes it over. */
  heldMs: 60_000,
} as const;

/** What answers are kept with. They are sealed: one may hold a page's address or a secret. */
export interface Repeats {
  pool: Pool;
  clock: () => number;
  keys: { seal(plain: string, ...place: string[]): Buffer; open(box: Buffer, ...place: string[]): string };
}

export interface Answer { status: number; body: unknown; replayed?: true }

/** One repeatable request: whose, under which key, and what it asks for. */
export interface Repeatable { owner: { accountId: string; storeId: string; mode: string }; key: string | undefined; fingerprint: Buffer }

/** `begin` runs in the transaction that holds the key: it answers, or names what it has begun and `finish` makes the answer of it. */
export interface Work {
  begin(tx: PoolClient): Promise<{ answer: Answer } | { begun: string }>;
  finish?(begun: string): Promise<Answer>;
}

/** What a request asks for: its path and the value of its body, however that was written. */
export function fingerprintOf(path: string, body: JsonValue | undefined): Buffer {
  return fingerprintOfText(path, body === undefined ? '' : canonicalJson(body));
}

/** The same, of a body that is written canonically already. */
export function fingerprintOfText(path: string, canonical: string): Buffer {
  return createHash('sha256').update(`${path.toLowerCase()}\n${canonical}`).digest();
}

/** `idempotency-key`, or `x-idempotency-key` as published clients have it. */
export function idempotencyKey(headers: Record<string, string | string[] | undefined>): string | undefined {
  const key = headers['idempotency-key'] ?? headers['x-idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length > IDEMPOTENCY_LIMITS.keyCharactersMax || !/^[\x21-\x7e]+$/.test(key)) {
    throw invalid('idempotency-key', `idempotency-key must be 1 to ${IDEMPOTENCY_LIMITS.keyCharactersMax} visible ASCII characters.`);
  }
  return key;
}

/**
 * The same request, sent again within 24 h under the same key, gets the same answer and has no second effect. The key's row is
 * written in the transaction of the effect: there are both or neither. A refusal keeps nothing, so a mended request may use the key again.
 */
export async function idempotent(repeats: Repeats, request: Repeatable, work: Work): Promise<Answer> {
  const { key } = request;
  const begun = await inTransaction(repeats.pool, async (tx): Promise<{ answer: Answer } | { begun: string }> => {
    const held = key === undefined ? undefined : await takeKey(repeats, tx, request);
    if (held !== undefined) return held;
    const result = await work.begin(tx);
    if (key !== undefined) await ('answer' in result ? keepAnswer(repeats, tx, { ...request, answer: result.answer }) : keepBegun(tx, request, result.begun));
    return result;
  });
  if ('answer' in begun) return begun.answer;
  const answer = await (work.finish as NonNullable<Work['finish']>)(begun.begun);
  if (key !== undefined) await keepAnswer(repeats, repeats.pool, { ...request, answer });
  return answer;
}

interface Row { fingerprint: Buffer; begun: string | null; status: number | null; answer: Buffer | null; held_until: Date; created_at: Date }

/** The insert decides who has the key: undefined when we have; else the answer that was given, or what a dead request had begun. */
async function takeKey(repeats: Repeats, tx: PoolClient, request: Repeatable): Promise<{ answer: Answer } | { begun: string } | undefined> {
  const now = repeats.clock();
  const id = keyOf(request);
  const { rowCount } = await tx.query(`
    INSERT INTO idempotency (account_id, store_id, mode, key, fingerprint, held_until, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (account_id, store_id, mode, key) DO UPDATE SET fingerprint = excluded.fingerprint, begun = NULL, status = NULL, answer = NULL,
      held_until = excluded.held_until, created_at = excluded.created_at WHERE idempotency.created_at <= $8`,
  [...id, request.fingerprint, new Date(now + IDEMPOTENCY_LIMITS.heldMs), new Date(now), new Date(now - IDEMPOTENCY_LIMITS.keptMs)]);
  if (rowCount === 1) return undefined;
  const { rows: [row] } = await tx.query<Row>('SELECT * FROM idempotency WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND key = $4 FOR UPDATE', id);
  if (row === undefined) throw inProgress();
  if (!row.fingerprint.equals(request.fingerprint)) {
    throw new Refusal(422, 'idempotency_mismatch', 'This idempotency key was used with another request. Use a new key, or send the first request again.', { param: 'idempotency-key' });
  }
  if (row.answer !== null) return { answer: { status: row.status ?? 200, body: JSON.parse(repeats.keys.open(row.answer, 'answer', ...id)) as unknown, replayed: true } };
  if (row.begun === null || row.held_until.getTime() > now) throw inProgress();
  await tx.query('UPDATE idempotency SET held_until = $5 WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND key = $4', [...id, new Date(now + IDEMPOTENCY_LIMITS.heldMs)]);
  return { begun: row.begun };
}

function inProgress(): Refusal {
  return conflict('idempotency_in_progress', 'The first request under this idempotency key is still under way. Send the same request again in a moment.', {}, 'idempotency-key');
}

async function keepBegun(tx: PoolClient, request: Repeatable, begun: string): Promise<void> {
  await tx.query('UPDATE idempotency SET begun = $5 WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND key = $4', [...keyOf(request), begun]);
}

async function keepAnswer(repeats: Repeats, tx: { query(sql: string, values: unknown[]): Promise<unknown> }, { answer, ...request }: Repeatable & { answer: Answer }): Promise<void> {
  const id = keyOf(request);
  await tx.query('UPDATE idempotency SET status = $5, answer = $6 WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND key = $4',
    [...id, answer.status, repeats.keys.seal(JSON.stringify(answer.body), 'answer', ...id)]);
}

function keyOf({ owner, key }: Repeatable): [string, string, string, string] {
  return [owner.accountId, owner.storeId, owner.mode, key as string];
}

/** Answers past their time; for a loop of the service. */
export async function forgetAnswers({ pool, clock }: Repeats): Promise<void> {
  await pool.query('DELETE FROM idempotency WHERE created_at < $1', [new Date(clock() - IDEMPOTENCY_LIMITS.keptMs)]);
}
