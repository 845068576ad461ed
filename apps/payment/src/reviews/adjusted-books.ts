import type { Principal } from '@qafila/auth/principal';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import type { PoolClient } from 'pg';
import { lockOwnIntent } from '../intents/find-intents.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { CreateAdjustmentBody } from './adjustment.schema.ts';
import type { ReviewDecisionRow } from './review-decision.entity.ts';

/** What an adjustment corrects, locked so that adjustments of the same books take turns. */
export interface AdjustedBooks {
  books: Pick<ReviewDecisionRow, 'intent_id' | 'attempt_id'> & { gateway: string; currency: string };
  /** What single keys have adjusted there, in minor units. */
  byOneKey: bigint;
}

/** The books of a payment, or of a gateway in one currency where the mistake belongs to no payment. */
export async function lockBooks(
  tx: PoolClient,
  caller: Principal,
  { payment_intent_id: intentId, transaction_id: transactionId, gateway, currency }: CreateAdjustmentBody,
  nowMs: number,
): Promise<AdjustedBooks> {
  if (intentId === undefined)
    return booksOfGateway(tx, caller, { gateway: gateway as string, currency: currency as string }, nowMs);
  const locked = await lockOwnIntent(tx, caller, intentId);
  const attempt = adjustedAttempt(locked, transactionId);
  return {
    books: {
      intent_id: locked.row.id,
      attempt_id: attempt.id,
      gateway: attempt.gateway,
      currency: locked.row.currency,
    },
    byOneKey: await sumByOneKey(tx, caller, 'intent_id = $4', [locked.row.id]),
  };
}

function adjustedAttempt({ row, attempts }: LockedIntent, id: string | undefined): AttemptRow {
  if (id !== undefined) {
    const named = attempts.find((attempt) => attempt.id === id);
    if (named === undefined) throw notFound('transaction of this intent', id);
    return named;
  }
  const decisive = attempts.find((attempt) => BigInt(attempt.taken_minor) > 0n) ?? attempts.at(-1);
  if (decisive === undefined)
    throw conflict('illegal_transition', 'This intent has no transaction, so it has nothing in the books.', {
      pi_status: row.status,
    });
  return decisive;
}

async function booksOfGateway(
  tx: PoolClient,
  caller: Principal,
  { gateway, currency }: { gateway: string; currency: string },
  nowMs: number,
): Promise<AdjustedBooks> {
  await lockGatewayBooks(tx, caller, { gateway, currency });
  const { rowCount } = await tx.query(
    `SELECT 1 FROM ledger_line WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND currency = $4 AND gateway = $5
    LIMIT 1`,
    [caller.accountId, caller.storeId, caller.mode, currency, gateway],
  );
  if (rowCount === 0)
    throw conflict('illegal_transition', `${gateway} has nothing in the books in ${currency}.`, {}, 'gateway');
  const since = new Date(nowMs - LIMITS.gatewayAdjustmentsSummedMs);
  return {
    books: { intent_id: null, attempt_id: null, gateway, currency },
    byOneKey: await sumByOneKey(
      tx,
      caller,
      'intent_id IS NULL AND gateway = $4 AND currency = $5 AND decided_at >= $6',
      [gateway, currency, since],
    ),
  };
}

/** Until the end of the transaction. There is no row that every such adjustment could lock. */
export async function lockGatewayBooks(
  tx: PoolClient,
  { accountId, storeId, mode }: Owner,
  { gateway, currency }: { gateway: string; currency: string },
): Promise<void> {
  const books = ['adjusted books', accountId, storeId, mode, gateway, currency].join(' ');
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [books]);
}

/** Many small adjustments of the same books count as one, so that they cannot stay below the limit together. */
async function sumByOneKey(
  tx: PoolClient,
  { accountId, storeId, mode }: Owner,
  same: string,
  values: readonly unknown[],
): Promise<bigint> {
  const {
    rows: [sum],
  } = await tx.query<{ minor: string }>(
    `SELECT coalesce(sum(amount_minor), 0) AS minor FROM review_decision WHERE account_id = $1 AND store_id = $2
      AND mode = $3 AND ${same} AND kind = 'adjustment' AND state = 'applied' AND NOT needs_second`,
    [accountId, storeId, mode, ...values],
  );
  return BigInt(sum?.minor ?? 0);
}
