import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { conflict } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import { DISPUTES } from '../limits.ts';
import { ownerOf, requesterOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import type { DisputeDesk, DisputeNotice, DisputeReport } from '../providers/callback.ts';
import { withinDeadline } from '../providers/within-deadline.ts';
import { applyNotice } from './apply-notice.ts';
import type { DisputeRow } from './dispute.entity.ts';
import { hasAnswer, isDecidedDispute } from './dispute.state.ts';
import { disputeView } from './dispute-view.ts';
import type { DisputeAnswerRow } from './dispute-answer.entity.ts';
import { endAnswer } from './end-answer.ts';
import { findDispute } from './find-disputes.ts';
import { countAnswer, findAnswer, keepAnswer } from './keep-answer.ts';

export interface DisputeAnswering extends Omit<RequestIdentity, 'owner'> {
  id: string;
  how: 'accept' | 'evidence';
  /** Of evidence. */
  text?: string;
}

/**
 * Sends the merchant's answer to the gateway. The answer is claimed in the row before the gateway is asked, so that two
 * requests cannot both accept and contest. When the reply is lost, the worker asks what became of it.
 */
export async function answerDispute(
  deps: PaymentDependencies,
  owner: Owner,
  { id, how, text = '', ...request }: DisputeAnswering,
): Promise<Answer> {
  // Before the transaction, because it may need a connection of its own.
  await requireDesk(deps, await findDispute(deps.pool, owner, id));
  return idempotent(
    deps,
    { ...request, owner },
    {
      begin: async (tx) => {
        await claim(deps, tx, owner, { id, how, text });
        return { startedId: id };
      },
      finish: async () => {
        const row = await findDispute(deps.pool, owner, id);
        if (row.answering === how) return send(deps, row);
        // A request that takes over from a dead one finds the answer given, or that it never reached the gateway.
        if (hasAnswer(row, how)) return done(row, 200);
        await inTransaction(deps.pool, (tx) => claim(deps, tx, owner, { id, how, text }));
        return send(deps, await findDispute(deps.pool, owner, id));
      },
    },
  );
}

async function claim(
  deps: PaymentDependencies,
  tx: PoolClient,
  owner: Owner,
  { id, how, text }: Required<Pick<DisputeAnswering, 'id' | 'how' | 'text'>>,
): Promise<void> {
  const { intent_id: intentId } = await findDispute(tx, owner, id);
  await lockIntent(tx, owner.accountId, intentId);
  const row = await findDispute(tx, owner, id);
  if (isDecidedDispute(row.status) || (how === 'evidence' && row.status !== 'needs_response'))
    throw conflict('illegal_transition', `A dispute that is ${row.status} cannot be answered by ${how}.`, {
      dispute_status: row.status,
    });
  if (row.answering !== null)
    throw conflict('illegal_transition', `An answer (${row.answering}) to this dispute is under way.`, {
      dispute_status: row.status,
    });
  const now = deps.clock();
  // A request id of its own at the gateway: no reply to an earlier answer is replayed.
  await keepAnswer(tx, row, { request_id: `${id}.${how}.${row.revision + 1}`, how, evidence: text });
  await tx.query(
    `UPDATE dispute SET answering = $3, answered_by = $4, inquire_at = $5, updated_at = $6, revision = revision + 1
    WHERE account_id = $1 AND id = $2`,
    [owner.accountId, id, how, requesterOf(owner), new Date(now + DISPUTES.inquireAfterMs), new Date(now)],
  );
}

/** Honest: where the gateway takes no answer from us, its own dashboard does. */
async function requireDesk(deps: PaymentDependencies, row: DisputeRow): Promise<DisputeDesk & { reference: string }> {
  const provider = await deps.providers.of(row);
  const { inquireDispute, acceptDispute, submitEvidence } = provider;
  if (row.reference === null || !inquireDispute || !acceptDispute || !submitEvidence)
    throw conflict(
      'dispute_not_answerable',
      `Disputes at ${row.gateway} cannot be answered here. Answer this one in your account at the gateway.`,
      { dispute_status: row.status },
    );
  return {
    reference: row.reference,
    inquireDispute: inquireDispute.bind(provider),
    acceptDispute: acceptDispute.bind(provider),
    submitEvidence: submitEvidence.bind(provider),
  };
}

/** Sends the claimed answer. The worker may have ended it meanwhile. */
async function send(deps: PaymentDependencies, row: DisputeRow): Promise<Answer> {
  const answer = await findAnswer(deps.pool, row);
  if (answer === undefined) return done(row, 202);
  const report = await ask(deps, row, answer);
  return finish(deps, row, { report, by: row.answered_by ?? '', requestId: answer.request_id });
}

function ask(
  deps: PaymentDependencies,
  row: DisputeRow,
  { request_id: id, how, evidence: text }: DisputeAnswerRow,
): Promise<DisputeReport> {
  return reported(async () => {
    const desk = await requireDesk(deps, row);
    const request = { id, reference: desk.reference };
    return how === 'accept' ? desk.acceptDispute(request) : desk.submitEvidence({ ...request, text });
  });
}

/**
 * Asks what became of an answer whose reply was lost. What the gateway has not received is sent again. An answer ends
 * with its dispute, or when the gateway has said nothing for too long: its evidence is not kept for ever.
 */
export async function inquireDispute(deps: PaymentDependencies, row: DisputeRow): Promise<void> {
  const requestId = (await findAnswer(deps.pool, row))?.request_id;
  const isTooOld = deps.clock() - row.updated_at.getTime() >= DISPUTES.answerMsMax;
  if (isDecidedDispute(row.status) || isTooOld) {
    await endAnswer(deps, row, { isUnattended: true, requestId });
    return;
  }
  const report = await reported(async () => {
    const desk = await requireDesk(deps, row);
    return desk.inquireDispute(desk.reference);
  });
  if (report.kind === 'known' && (await sendAgain(deps, row, { notice: report.dispute, requestId }))) return;
  await finish(deps, row, { report, by: 'inquiry', requestId, isUnattended: true });
}

/** False: the dispute shows the answer, or does not wait for one, or has been sent it often enough. */
async function sendAgain(
  deps: PaymentDependencies,
  before: DisputeRow,
  { notice, requestId }: { notice: DisputeNotice; requestId: string | undefined },
): Promise<boolean> {
  const owner = ownerOf(before);
  await applyNotice(deps, { gateway: before.gateway, owner, by: 'inquiry', isReply: true }, notice);
  const row = await findDispute(deps.pool, owner, before.id);
  const { answering: how, status } = row;
  if (how === null || hasAnswer(row, how) || isDecidedDispute(status)) return false;
  const answer = await countAnswer(deps.pool, row, requestId);
  if (answer === undefined) return false;
  const report = await ask(deps, row, answer);
  if (report.kind !== 'not_sent')
    await finish(deps, row, { report, by: row.answered_by ?? '', requestId, isUnattended: true });
  return true;
}

/** What the gateway says of a dispute now; null: it does not answer. Without such a call the notice itself counts. */
export async function inquireNotice(
  deps: PaymentDependencies,
  source: { account_id: string; store_id: string; mode: string; gateway: string },
  notice: DisputeNotice,
): Promise<DisputeNotice | null> {
  const report = await reported(async () => {
    const provider = await deps.providers.of(source);
    return provider.inquireDispute?.(notice.reference) ?? { kind: 'known', dispute: notice };
  });
  if (report.kind === 'known') return report.dispute;
  return report.kind === 'refused' ? notice : null;
}

function reported(call: () => Promise<DisputeReport>): Promise<DisputeReport> {
  return withinDeadline(call).catch((error: unknown): DisputeReport => ({
    kind: 'unknown',
    why: (error as Error).message,
  }));
}

/** Only a clear reply ends the answer. What the gateway says of the dispute counts like any other notice. */
async function finish(
  deps: PaymentDependencies,
  row: DisputeRow,
  {
    report,
    by,
    requestId,
    isUnattended = false,
  }: { report: DisputeReport; by: string; requestId: string | undefined; isUnattended?: boolean },
): Promise<Answer> {
  const owner = ownerOf(row);
  if (report.kind === 'unknown') {
    deps.log.warn({ dispute: row.id, why: report.why }, 'dispute.reply_unknown');
    return done(row, 202);
  }
  if (report.kind === 'known')
    await applyNotice(deps, { gateway: row.gateway, owner, by, isReply: true }, report.dispute);
  const now = await endAnswer(deps, row, { isUnattended, requestId });
  return report.kind === 'known' ? done(now, 200) : refused(now, report);
}

function done(row: DisputeRow, status: number): Answer {
  const message = status === 202 ? 'The answer is under way. The dispute will say what became of it' : 'Answered';
  return { status, body: paymentSuccess(message, disputeView(row)) };
}

function refused(row: DisputeRow, report: Exclude<DisputeReport, { kind: 'known' | 'unknown' }>): Answer {
  const reason = report.kind === 'refused' ? `${report.message} (${report.code})` : report.why;
  const details = { dispute_status: row.status, gateway_code: report.kind === 'refused' ? report.code : '' };
  const refusal = conflict('dispute_answer_refused', `The provider refused this answer: ${reason}.`, details);
  return { status: 409, body: paymentError(refusal) };
}
