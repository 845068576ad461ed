import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { postAll } from '../ledger/post-entry.ts';
import type { LedgerAccount, Posting } from '../ledger/postings.ts';
import { readAmount } from '../money/amount.ts';
import { lockBooks } from './adjusted-books.ts';
import type { CreateAdjustmentBody } from './adjustment.schema.ts';
import { postedLines } from './changes-view.ts';
import { decisionView } from './decision-view.ts';
import type { ChangesAnswer } from './decision.schema.ts';
import { decisionRow, insertDecision } from './decisions.ts';
import type { ReviewDecisionRow } from './review-decision.entity.ts';
import { needsSecondKey } from './second-key.ts';

/** Corrects the books of a payment or of a gateway by a balanced posting. Nothing that is posted is ever changed. */
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
        const { books, byOneKey } = await lockBooks(tx, caller, body, deps.clock());
        const amount = readAmount(body.amount, books.currency);
        const decision = decisionRow(deps, caller, {
          ...books,
          kind: 'adjustment',
          amount_minor: String(amount),
          debit_account: body.debit_account,
          credit_account: body.credit_account,
          reason: body.reason,
          evidence: body.evidence,
          person: body.person,
          note: body.note ?? '',
          needs_second: needsSecondKey(deps, books.currency, amount + byOneKey),
        });
        if (decision.needs_second) return { answer: await propose(tx, decision) };
        const applied = { ...decision, changes: await postAdjustment(deps, tx, decision, books.gateway) };
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

/** Posts an adjustment that is decided. Its key in the books is the decision, so it is posted once. */
export async function postAdjustment(
  deps: PaymentDependencies,
  tx: PoolClient,
  decision: ReviewDecisionRow,
  gateway: string,
): Promise<ChangesAnswer> {
  const posting: Posting = {
    kind: 'adjustment',
    reference: decision.id,
    amount: BigInt(decision.amount_minor as string),
    debit: decision.debit_account as LedgerAccount,
    credit: decision.credit_account as LedgerAccount,
  };
  const { account_id, store_id, mode, currency, intent_id, attempt_id } = decision;
  const at = new Date(deps.clock());
  await postAll(tx, [{ account_id, store_id, mode, currency, intent_id, attempt_id, gateway, posting, at }]);
  const postings = postedLines(posting, currency);
  return { before: null, after: null, postings, requests: [], notifications: [] };
}
