import type { Principal } from '@qafila/auth/principal';
import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { conflict } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { lockOwnIntent } from '../intents/find-intents.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import { lockReported } from '../operations/apply-report.ts';
import { postAdjustment } from './adjust-books.ts';
import { lockGatewayBooks } from './adjusted-books.ts';
import { decisionView } from './decision-view.ts';
import type { ChangesAnswer, ConfirmBody } from './decision.schema.ts';
import { closeProposal, findDecision } from './decisions.ts';
import type { Closing } from './decisions.ts';
import { applyPlan, planResolution } from './plan-resolution.ts';
import { isStale } from './resolve-queued.ts';
import type { ReviewDecisionRow } from './review-decision.entity.ts';

type Confirmation = Omit<RequestIdentity, 'owner'> & { id: string; body: ConfirmBody };

/** Applies a proposal by a second key. It is decided again on what is known now. */
export function approveDecision(
  deps: PaymentDependencies,
  caller: Principal,
  { id, body, ...sent }: Confirmation,
): Promise<Answer> {
  return confirm(deps, caller, sent, async (tx) => {
    const proposal = await findDecision(tx, caller, id);
    const by = second(caller, body);
    const changes = await applyProposal(deps, tx, caller, proposal);
    if (changes === undefined) {
      await closeProposal(deps, tx, proposal, { state: 'superseded' });
      return superseded(proposal);
    }
    const applied = await closeProposal(deps, tx, proposal, { state: 'applied', by, changes });
    return { status: 200, body: paymentSuccess('The decision is applied', decisionView(applied)) };
  });
}

/** Ends a proposal without an effect. The operation stays in review. */
export function rejectDecision(
  deps: PaymentDependencies,
  caller: Principal,
  { id, body, ...sent }: Confirmation,
): Promise<Answer> {
  return confirm(deps, caller, sent, async (tx) => {
    const proposal = await findDecision(tx, caller, id);
    const rejected = await closeProposal(deps, tx, proposal, { state: 'rejected', by: second(caller, body) });
    return { status: 200, body: paymentSuccess('The decision is rejected', decisionView(rejected)) };
  });
}

function confirm(
  deps: PaymentDependencies,
  caller: Principal,
  sent: Omit<RequestIdentity, 'owner'>,
  work: (tx: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  return idempotent(
    deps,
    { ...sent, owner: caller },
    { begin: async (tx): Promise<{ answer: Answer }> => ({ answer: await work(tx) }) },
  );
}

function second({ keyId }: Principal, { person, note = '' }: ConfirmBody): Closing['by'] {
  return { keyId, person, note };
}

async function applyAdjustment(
  deps: PaymentDependencies,
  tx: PoolClient,
  caller: Principal,
  proposal: ReviewDecisionRow,
): Promise<ChangesAnswer> {
  const { intent_id: intentId, attempt_id: attemptId, gateway: named, currency } = proposal;
  if (intentId === null) {
    const gateway = named as string;
    await lockGatewayBooks(tx, caller, { gateway, currency });
    await checkOpen(tx, caller, proposal);
    return postAdjustment(deps, tx, proposal, gateway);
  }
  const { attempts } = await lockOwnIntent(tx, caller, intentId);
  await checkOpen(tx, caller, proposal);
  const { gateway } = attempts.find(({ id }) => id === attemptId) as AttemptRow;
  return postAdjustment(deps, tx, proposal, gateway);
}

/** Locks the intent before the decision, as the first key's request does. Undefined: the operation has changed. */
async function applyProposal(
  deps: PaymentDependencies,
  tx: PoolClient,
  caller: Principal,
  proposal: ReviewDecisionRow,
): Promise<ChangesAnswer | undefined> {
  const { intent_id: intentId, operation_id: operationId, outcome } = proposal;
  if (operationId === null || outcome === null || intentId === null) return applyAdjustment(deps, tx, caller, proposal);
  const reported = await lockReported(tx, {
    account_id: proposal.account_id,
    intent_id: intentId,
    id: operationId,
  });
  await checkOpen(tx, caller, proposal);
  if (isStale(proposal, reported.before.operation)) return undefined;
  const amount = proposal.amount_minor === null ? undefined : BigInt(proposal.amount_minor);
  return applyPlan(deps, tx, planResolution(deps, reported, { outcome, amount }));
}

/** Under the lock of the intent, or of the books, no other key can end the proposal by applying it. */
async function checkOpen(tx: PoolClient, caller: Principal, { id }: ReviewDecisionRow): Promise<void> {
  const { state } = await findDecision(tx, caller, id);
  if (state !== 'proposed')
    throw conflict('already_decided', `The decision ${id} is ${state} already.`, { decision_state: state });
}

/** Returned and not thrown, so that the end of the proposal is committed. */
function superseded({ id }: ReviewDecisionRow): Answer {
  const message =
    'The operation has changed since this was proposed, for instance because the gateway reported its result. The ' +
    'proposal has ended without an effect. Read the queue again.';
  return {
    status: 409,
    body: paymentError(conflict('not_in_review', message, { decision_id: id, decision_state: 'superseded' })),
  };
}
