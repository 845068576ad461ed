import type { Principal } from '@qafila/auth/principal';
import { conflict, notFound, Refusal } from '@qafila/envelopes/refusal';
import { newId } from '@qafila/runtime/new-id';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import type { ChangesAnswer } from './decision.schema.ts';
import type { DecisionState, ReviewDecisionRow } from './review-decision.entity.ts';

/** What a person decides, before it is known whether another one must confirm it. */
export type NewDecision = Pick<
  ReviewDecisionRow,
  'kind' | 'intent_id' | 'attempt_id' | 'currency' | 'amount_minor' | 'evidence' | 'person' | 'note' | 'needs_second'
> &
  Partial<ReviewDecisionRow>;

/** The whole row: a proposal where a second key is needed. */
export function decisionRow(
  deps: PaymentDependencies,
  caller: Principal,
  { needs_second: needsSecond, ...decision }: NewDecision,
): ReviewDecisionRow {
  const nowMs = deps.clock();
  return {
    account_id: caller.accountId,
    id: newId('rd', nowMs),
    store_id: caller.storeId,
    mode: caller.mode,
    state: needsSecond ? 'proposed' : 'applied',
    operation_id: null,
    queue: null,
    queue_why: null,
    operation_state: null,
    outcome: null,
    debit_account: null,
    credit_account: null,
    reason: '',
    decided_by: caller.keyId,
    decided_at: new Date(nowMs),
    needs_second: needsSecond,
    second_by: null,
    second_person: null,
    second_note: null,
    second_at: null,
    changes: null,
    gateway: null,
    ...decision,
  };
}

export async function insertDecision(tx: PoolClient, row: ReviewDecisionRow): Promise<void> {
  await tx.query('INSERT INTO review_decision SELECT * FROM json_populate_recordset(NULL::review_decision, $1)', [
    JSON.stringify([row]),
  ]);
}

export async function findDecision(db: Pool | PoolClient, owner: Owner, id: string): Promise<ReviewDecisionRow> {
  const {
    rows: [row],
  } = await db.query<ReviewDecisionRow>(
    'SELECT * FROM review_decision WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND id = $4',
    [owner.accountId, owner.storeId, owner.mode, id],
  );
  if (row === undefined) throw notFound('decision', id);
  return row;
}

/** The second key's part. Without a key the proposal ended because the operation had changed. */
export interface Closing {
  state: Exclude<DecisionState, 'proposed'>;
  by?: { keyId: string; person: string; note: string };
  changes?: ChangesAnswer;
}

/**
 * Ends a proposal. Of two at once one waits for the other, and then finds no proposal. A check constraint refuses the
 * key that proposed it.
 */
export async function closeProposal(
  deps: PaymentDependencies,
  tx: PoolClient,
  { account_id: accountId, id }: Pick<ReviewDecisionRow, 'account_id' | 'id'>,
  { state, by, changes }: Closing,
): Promise<ReviewDecisionRow> {
  const {
    rows: [row],
  } = await tx
    .query<ReviewDecisionRow>(
      `UPDATE review_decision SET state = $3, second_by = $4, second_person = $5, second_note = $6, second_at = $7,
        changes = $8 WHERE account_id = $1 AND id = $2 AND state = 'proposed' RETURNING *`,
      [
        accountId,
        id,
        state,
        by?.keyId ?? null,
        by?.person ?? null,
        by?.note ?? null,
        new Date(deps.clock()),
        changes === undefined ? null : JSON.stringify(changes),
      ],
    )
    .catch((error: unknown) => {
      throw isSameKey(error) ? sameKey() : error;
    });
  if (row === undefined) throw await alreadyDecided(tx, accountId, id);
  return row;
}

async function alreadyDecided(tx: PoolClient, accountId: string, id: string): Promise<Refusal> {
  const {
    rows: [row],
  } = await tx.query<ReviewDecisionRow>('SELECT state FROM review_decision WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
  ]);
  return conflict('already_decided', `The decision ${id} is ${row?.state} already.`, { decision_state: row?.state });
}

function isSameKey(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'review_decision_second_key';
}

function sameKey(): Refusal {
  return new Refusal(
    403,
    'same_key',
    'The key that proposed a decision cannot confirm or reject it. Another person must do it, with their own key.',
  );
}
