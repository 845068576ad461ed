import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { conflict, invalid, notFound } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { lockOwnIntent } from '../intents/find-intents.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import { postEntries } from '../ledger/post-entry.ts';
import type { LedgerAccount, Posting } from '../ledger/postings.ts';
import { readAmount } from '../money/amount.ts';
import type { CreateAdjustmentBody } from './adjustment.schema.ts';
import { postedLines } from './changes-view.ts';
import { decisionView } from './decision-view.ts';
import type { ChangesAnswer } from './decision.schema.ts';
import { decisionRow, insertDecision } from './decisions.ts';
import type { ReviewDecisionRow } from './review-decision.entity.ts';
import { needsSecondKey } from './second-key.ts';

/** Corrects the books of an intent by a balanced posting. Nothing that is posted is ever changed. */
export function adjustBooks(
  deps: PaymentDependencies,
  caller: Principal,
  { body, ...sent }: Omit<RequestIdentity, 'owner'> & { body: CreateAdjustmentBody },
): Promise<Answer> {
  if (body.debit_account === body.credit_account)
    throw invalid('credit_account', 'credit_account must be another account than debit_account.');
  return idempotent(
    deps,
    { ...sent, owner: caller },
    {
      begin: async (tx) => {
        const locked = await lockOwnIntent(tx, caller, body.payment_intent_id);
        const { id, currency } = locked.row;
        const amount = readAmount(body.amount, currency);
        const decision = decisionRow(deps, caller, {
          kind: 'adjustment',
          intent_id: id,
          attempt_id: adjustedAttempt(locked, body.transaction_id).id,
          currency,
          amount_minor: String(amount),
          debit_account: body.debit_account,
          credit_account: body.credit_account,
          reason: body.reason,
          evidence: body.evidence,
          person: body.person,
          note: body.note ?? '',
          needs_second: needsSecondKey(deps, currency, amount + (await adjustedByOneKey(tx, caller, id))),
        });
        if (decision.needs_second) return { answer: await propose(tx, decision) };
        const applied = { ...decision, changes: await postAdjustment(deps, tx, locked, decision) };
        await insertDecision(tx, applied);
        return { answer: { status: 200, body: paymentSuccess('The books are adjusted', decisionView(applied)) } };
      },
    },
  );
}

async function propose(tx: PoolClient, decision: ReviewDecisionRow): Promise<Answer> {
  await insertDecision(tx, decision);
  const message = 'The adjustment is proposed. It is posted when another key approves it';
  return { status: 202, body: paymentSuccess(message, decisionView(decision)) };
}

/** Many small adjustments of one payment count as one, so that they cannot stay below the limit together. */
async function adjustedByOneKey(tx: PoolClient, { accountId }: Principal, intentId: string): Promise<bigint> {
  const {
    rows: [sum],
  } = await tx.query<{ minor: string }>(
    `SELECT coalesce(sum(amount_minor), 0) AS minor FROM review_decision WHERE account_id = $1 AND intent_id = $2
      AND kind = 'adjustment' AND state = 'applied' AND NOT needs_second`,
    [accountId, intentId],
  );
  return BigInt(sum?.minor ?? 0);
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

/** Posts an adjustment that is decided. Its key in the books is the decision, so it is posted once. */
export async function postAdjustment(
  deps: PaymentDependencies,
  tx: PoolClient,
  { row, attempts }: LockedIntent,
  decision: ReviewDecisionRow,
): Promise<ChangesAnswer> {
  const posting: Posting = {
    kind: 'adjustment',
    reference: decision.id,
    amount: BigInt(decision.amount_minor as string),
    debit: decision.debit_account as LedgerAccount,
    credit: decision.credit_account as LedgerAccount,
  };
  const { id: attemptId, gateway } = attempts.find(({ id }) => id === decision.attempt_id) as AttemptRow;
  await postEntries(tx, row, { postings: [posting], attemptId, gateway, at: new Date(deps.clock()) });
  const postings = postedLines(posting, row.currency);
  return { before: null, after: null, postings, requests: [], notifications: [] };
}
