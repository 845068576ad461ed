import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { conflict, invalid, Refusal } from '@qafila/envelopes/refusal';
import type { JsonValue } from '@qafila/json/json-value';
import { canonicalJson } from '@qafila/json/write-json';
import { deleteExpired } from '@qafila/runtime/delete-expired';
import { inTransaction } from '@qafila/runtime/in-transaction';

export const IDEMPOTENCY_LIMITS = {
  keyCharactersMax: 255,
  retentionMs: 24 * 3_600_000,
  /** A request that locks its key for longer than this has died; a repeat takes it over. */
  lockMs: 60_000,
} as const;

/** Where answers are stored. They are encrypted: an answer may contain a page's address or a secret. */
export interface IdempotencyStore {
  pool: Pool;
  clock: () => number;
  keys: { seal(plain: string, ...place: string[]): Buffer; open(box: Buffer, ...place: string[]): string };
}

export interface Answer {
  status: number;
  body: unknown;
  replayed?: true;
}

/** Identifies a request: its owner, its idempotency key, and a digest of its path and body. */
export interface RequestIdentity {
  owner: { accountId: string; storeId: string; mode: string };
  key: string | undefined;
  fingerprint: Buffer;
}

/** How far a request has come: to its answer, or to something it started and must still finish. */
type Progress = { answer: Answer } | { startedId: string };

/**
 * `begin` runs in the transaction that locks the key. It returns the answer, or the id of what it started; `finish`
 * then makes the answer from that id, also in the process that takes the request over after a crash.
 */
export interface IdempotentWork {
  begin(tx: PoolClient): Promise<Progress>;
  finish?(startedId: string): Promise<Answer>;
}

/** A digest of the path and the value of the body: different spellings of the same JSON value have the same digest. */
export function fingerprintOf(path: string, body: JsonValue | undefined): Buffer {
  return fingerprintOfText(path, body === undefined ? '' : canonicalJson(body));
}

/** The same for a body that is already canonical JSON. */
export function fingerprintOfText(path: string, canonical: string): Buffer {
  return createHash('sha256').update(`${path.toLowerCase()}\n${canonical}`).digest();
}

/** Reads `idempotency-key`, or `x-idempotency-key` as published clients send it. */
export function idempotencyKey(headers: Record<string, string | string[] | undefined>): string | undefined {
  const alias = headers['x-idempotency-key'];
  const key = headers['idempotency-key'] ?? alias;
  if (key === undefined) return undefined;
  if (alias !== undefined && alias !== key)
    throw invalid(
      'x-idempotency-key',
      'x-idempotency-key is another name of idempotency-key, and they have different values. ' +
        'Send only idempotency-key.',
    );
  if (typeof key !== 'string' || key.length > IDEMPOTENCY_LIMITS.keyCharactersMax || !/^[\x21-\x7e]+$/.test(key)) {
    throw invalid(
      'idempotency-key',
      `idempotency-key must be 1 to ${IDEMPOTENCY_LIMITS.keyCharactersMax} visible ASCII characters.`,
    );
  }
  return key;
}

/**
 * The same request, sent again within 24 h under the same key, gets the same answer and has no second effect. The key's
 * row is written in the transaction of the effect: both exist or neither does. A refusal stores nothing, so a corrected
 * request may use the key again.
 */
export async function idempotent(
  store: IdempotencyStore,
  request: RequestIdentity,
  work: IdempotentWork,
): Promise<Answer> {
  const { key } = request;
  const progress = await inTransaction(store.pool, async (tx): Promise<Progress> => {
    const earlier = key === undefined ? undefined : await lockKey(store, tx, request);
    if (earlier !== undefined) return earlier;
    const result = await work.begin(tx);
    if (key !== undefined)
      await ('answer' in result
        ? saveAnswer(store, tx, { ...request, answer: result.answer })
        : saveStarted(tx, request, result.startedId));
    return result;
  });
  if ('answer' in progress) return progress.answer;
  const answer = await (work.finish as NonNullable<IdempotentWork['finish']>)(progress.startedId);
  if (key !== undefined) await saveAnswer(store, store.pool, { ...request, answer });
  return answer;
}

interface Row {
  fingerprint: Buffer;
  started_id: string | null;
  status: number | null;
  answer: Buffer | null;
  locked_until: Date;
}

/**
 * The insert decides which request gets the key. Returns undefined if this one does, else how far the earlier one has
 * come.
 */
async function lockKey(
  store: IdempotencyStore,
  tx: PoolClient,
  request: RequestIdentity,
): Promise<Progress | undefined> {
  const now = store.clock();
  const id = keyOf(request);
  const { rowCount } = await tx.query(
    `
    INSERT INTO idempotency (account_id, store_id, mode, key, fingerprint, held_until, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (account_id, store_id, mode, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, begun = NULL, status = NULL, answer = NULL,
      held_until = excluded.held_until, created_at = excluded.created_at WHERE idempotency.created_at <= $8`,
    [
      ...id,
      request.fingerprint,
      new Date(now + IDEMPOTENCY_LIMITS.lockMs),
      new Date(now),
      new Date(now - IDEMPOTENCY_LIMITS.retentionMs),
    ],
  );
  if (rowCount === 1) return undefined;
  const {
    rows: [row],
  } = await tx.query<Row>(
    `SELECT fingerprint, status, answer, begun AS started_id, held_until AS locked_until FROM idempotency
    WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND key = $4 FOR UPDATE`,
    id,
  );
  if (row === undefined) throw inProgress();
  if (!row.fingerprint.equals(request.fingerprint)) {
    throw new Refusal(
      422,
      'idempotency_mismatch',
      'This idempotency key was used with another request. Use a new key, or send the first request again.',
      { param: 'idempotency-key' },
    );
  }
  if (row.answer !== null)
    return {
      answer: {
        status: row.status ?? 200,
        body: JSON.parse(store.keys.open(row.answer, 'answer', ...id)) as unknown,
        replayed: true,
      },
    };
  if (row.started_id === null || row.locked_until.getTime() > now) throw inProgress();
  await tx.query(
    'UPDATE idempotency SET held_until = $5 WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND key = $4',
    [...id, new Date(now + IDEMPOTENCY_LIMITS.lockMs)],
  );
  return { startedId: row.started_id };
}

function inProgress(): Refusal {
  return conflict(
    'idempotency_in_progress',
    'The first request under this idempotency key is still in progress. Send the same request again in a moment.',
    {},
    'idempotency-key',
  );
}

async function saveStarted(tx: PoolClient, request: RequestIdentity, startedId: string): Promise<void> {
  await tx.query(
    'UPDATE idempotency SET begun = $5 WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND key = $4',
    [...keyOf(request), startedId],
  );
}

async function saveAnswer(
  store: IdempotencyStore,
  tx: { query(sql: string, values: unknown[]): Promise<unknown> },
  { answer, ...request }: RequestIdentity & { answer: Answer },
): Promise<void> {
  const id = keyOf(request);
  await tx.query(
    `UPDATE idempotency SET status = $5, answer = $6
    WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND key = $4`,
    [...id, answer.status, store.keys.seal(JSON.stringify(answer.body), 'answer', ...id)],
  );
}

function keyOf({ owner, key }: RequestIdentity): [string, string, string, string] {
  return [owner.accountId, owner.storeId, owner.mode, key as string];
}

/** Deletes answers that are older than the retention time. A loop of each service calls it. */
export async function deleteExpiredAnswers({ pool, clock }: IdempotencyStore): Promise<void> {
  const until = new Date(clock() - IDEMPOTENCY_LIMITS.retentionMs);
  await deleteExpired(pool, {
    table: 'idempotency',
    where: 'created_at < $1',
    orderBy: 'created_at',
    values: [until],
  });
}
