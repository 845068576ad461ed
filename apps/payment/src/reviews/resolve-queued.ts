import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { conflict, invalid, notFound } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { readAmount } from '../money/amount.ts';
import { lockReported } from '../operations/apply-report.ts';
import type { Reported } from '../operations/decide-report.ts';
import type { Owner } from '../owner.ts';
import { closeProposal, decisionRow, insertDecision } from './decisions.ts';
import type { ChangesAnswer } from './decision.schema.ts';
import { applyPlan, planResolution } from './plan-resolution.ts';
import type { Plan } from './plan-resolution.ts';
import type { ReviewDecisionRow } from './review-decision.entity.ts';
import { queuedView } from './queued-view.ts';
import type { ResolveBody, ResolvedAnswer } from './review-queue.schema.ts';
import { needsSecondKey } from './second-key.ts';

export type ReviewedOperation = OperationRow & { currency: string; proposal_id: string | null };

/** Another store's operation and an unknown one give the same 404. */
export async function findOperation(db: Pool | PoolClient, owner: Owner, id: string): Promise<ReviewedOperation> {
  const {
    rows: [row],
  } = await db.query<ReviewedOperation>(
    `SELECT o.*, i.currency, d.id AS proposal_id FROM operation o
      JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
      LEFT JOIN review_decision d ON d.account_id = o.account_id AND d.operation_id = o.id AND d.state = 'proposed'
      WHERE o.account_id = $1 AND o.store_id = $2 AND o.mode = $3 AND o.id = $4`,
    [owner.accountId, owner.storeId, owner.mode, id],
  );
  if (row === undefined) throw notFound('operation', id);
  return row;
}

/** Records what a person says of an operation in review: applies it, or keeps it until a second key confirms it. */
export function resolveQueued(
  deps: PaymentDependencies,
  caller: Principal,
  { id, body, ...sent }: Omit<RequestIdentity, 'owner'> & { id: string; body: ResolveBody },
): Promise<Answer> {
  const said = readStatement(body);
  return idempotent(
    deps,
    { ...sent, owner: caller },
    {
      begin: async (tx) => {
        const reported = await lockReported(tx, await findOperation(tx, caller, id));
        const { row, operation } = reported.before;
        const amount = body.amount === undefined ? undefined : readAmount(body.amount, row.currency);
        const plan = planResolution(deps, reported, { outcome: said.outcome, amount });
        await endStaleProposal(deps, tx, operation);
        const decision = decisionRow(deps, caller, {
          ...said,
          ...reviewed(reported.before),
          amount_minor: amount === undefined ? null : String(amount),
          needs_second: needsSecondKey(deps, row.currency, largest(amount, BigInt(operation.amount_minor))),
        });
        return { answer: await record(deps, tx, plan, decision) };
      },
    },
  );
}

type Statement = Pick<ReviewDecisionRow, 'evidence' | 'person' | 'note'> & { outcome: 'done' | 'failed' };

function readStatement({ outcome, evidence, person, note = '' }: ResolveBody): Statement {
  if (outcome === 'ask') throw new RangeError('ask is no statement');
  if (evidence === undefined) throw invalid('evidence', `evidence is required with ${outcome}: what you rely on.`);
  if (person === undefined) throw invalid('person', `person is required with ${outcome}: who decides.`);
  return { outcome, evidence, person, note };
}

function reviewed({
  row,
  operation,
}: Reported): Pick<
  ReviewDecisionRow,
  'kind' | 'intent_id' | 'attempt_id' | 'currency' | 'operation_id' | 'queue' | 'queue_why' | 'operation_state'
> {
  return {
    kind: 'resolve',
    intent_id: operation.intent_id,
    attempt_id: operation.attempt_id,
    currency: row.currency,
    operation_id: operation.id,
    queue: operation.queue,
    queue_why: operation.queue_why,
    operation_state: operation.state,
  };
}

/** To say that nothing of a large amount moved is as large a decision as to say that all of it did. */
function largest(amount: bigint | undefined, requested: bigint): bigint {
  return amount !== undefined && amount > requested ? amount : requested;
}

/** An operation has one proposal at a time. One that was made before the operation changed ends here. */
async function endStaleProposal(deps: PaymentDependencies, tx: PoolClient, operation: OperationRow): Promise<void> {
  const {
    rows: [open],
  } = await tx.query<ReviewDecisionRow>(
    "SELECT * FROM review_decision WHERE account_id = $1 AND operation_id = $2 AND state = 'proposed'",
    [operation.account_id, operation.id],
  );
  if (open === undefined) return;
  if (!isStale(open, operation))
    throw conflict('already_proposed', `The decision ${open.id} waits for a second key. Approve or reject it.`, {
      decision_id: open.id,
    });
  await closeProposal(deps, tx, open, { state: 'superseded' });
}

/** Whether the operation is no longer what the first person decided about. */
export function isStale(
  { queue, operation_state: state }: ReviewDecisionRow,
  operation: Pick<OperationRow, 'queue' | 'state'>,
): boolean {
  return operation.queue !== queue || operation.state !== state;
}

async function record(
  deps: PaymentDependencies,
  tx: PoolClient,
  plan: Plan,
  decision: ReviewDecisionRow,
): Promise<Answer> {
  const { operation, row } = plan.before;
  const now = { ...operation, currency: row.currency };
  if (decision.needs_second) {
    await insertDecision(tx, decision);
    const view = queuedView({ ...now, proposal_id: decision.id });
    return proposed({ ...view, result: 'proposed', decision_id: decision.id, reported: null, changes: null });
  }
  const changes = await applyPlan(deps, tx, plan);
  await insertDecision(tx, { ...decision, changes });
  const view = queuedView({ ...now, ...afterwards(changes), proposal_id: null });
  const data: ResolvedAnswer = { ...view, result: 'applied', decision_id: decision.id, reported: null, changes };
  return { status: 200, body: paymentSuccess('Operation resolved', data) };
}

function proposed(data: ResolvedAnswer): Answer {
  const message = 'The decision is proposed. It takes effect when another key approves it';
  return { status: 202, body: paymentSuccess(message, data) };
}

function afterwards({ after }: ChangesAnswer): Pick<OperationRow, 'state' | 'queue' | 'queue_why'> {
  return { state: after?.operation_state ?? 'pending', queue: null, queue_why: null };
}
