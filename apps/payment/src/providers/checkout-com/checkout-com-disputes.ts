import { fieldsOf, textOf } from '@qafila/json/fields';
import type { Fields } from '@qafila/json/fields';
import type { DisputeNotice, DisputeReport, DisputeRequest } from '../callback.ts';
import { minorOf } from '../exchange.ts';
import type { Reply } from '../exchange.ts';
import type { CheckoutComApi } from './checkout-com-api.ts';
import { refusalOf } from './checkout-com-reports.ts';

type Status = DisputeNotice['status'];

const STATUS: Partial<Record<string, Status>> = {
  evidence_required: 'opened',
  evidence_under_review: 'under_review',
  arbitration_under_review: 'under_review',
  won: 'won',
  resolved: 'won',
  canceled: 'won',
  arbitration_won: 'won',
  lost: 'lost',
  arbitration_lost: 'lost',
  expired: 'expired',
  accepted: 'accepted',
};
/** Of each text of the evidence. */
const EVIDENCE_CHARACTERS_MAX = 500;

export async function inquireCheckoutComDispute(api: CheckoutComApi, reference: string): Promise<DisputeReport> {
  const reply = await api.get(pathOf(reference));
  if (reply.kind !== 'answer') return { kind: 'unknown', why: reply.why };
  if (reply.status >= 400)
    return { kind: 'unknown', why: `Checkout.com answered ${reply.status} to an inquiry of a dispute` };
  const status = STATUS[textOf(reply.body.status)];
  if (status === undefined)
    return { kind: 'unknown', why: `Checkout.com reports the dispute as ${textOf(reply.body.status) || 'nothing'}` };
  return { kind: 'known', dispute: noticeOf(reference, status, reply.body) };
}

export async function acceptCheckoutComDispute(
  api: CheckoutComApi,
  { id, reference }: DisputeRequest,
): Promise<DisputeReport> {
  const reply = await api.post(`${pathOf(reference)}/accept`, {}, id);
  return outcomeOf(api, { reference, reply, done: 'accepted' });
}

/** The text is attached first, which may be repeated, and then submitted, which cannot be changed any more. */
export async function submitCheckoutComEvidence(
  api: CheckoutComApi,
  { id, reference, text }: DisputeRequest & { text: string },
): Promise<DisputeReport> {
  // Never cut: what is submitted cannot be completed later.
  if (text.length > EVIDENCE_CHARACTERS_MAX)
    return {
      kind: 'refused',
      code: 'evidence_too_long',
      message: `Checkout.com takes ${EVIDENCE_CHARACTERS_MAX} characters of evidence`,
    };
  const path = `${pathOf(reference)}/evidence`;
  const attached = await api.put(path, { additional_evidence_text: text });
  const isAttached = attached.kind === 'answer' && attached.status < 400;
  const reply = isAttached ? await api.post(path, {}, id) : attached;
  return outcomeOf(api, { reference, reply, done: 'under_review' });
}

/** Neither answer has a body. A refused repeat may follow an answer that was taken, so the dispute itself decides. */
async function outcomeOf(
  api: CheckoutComApi,
  { reference, reply, done }: { reference: string; reply: Reply; done: Status },
): Promise<DisputeReport> {
  if (reply.kind !== 'answer') return reply;
  const refusal = reply.status < 400 ? null : refusalOf(reply);
  if (refusal !== null && refusal.kind !== 'declined')
    return { kind: refusal.kind === 'not_sent' ? 'not_sent' : 'unknown', why: 'why' in refusal ? refusal.why : '' };
  const now = await inquireCheckoutComDispute(api, reference);
  if (now.kind !== 'known') return now;
  const { status } = now.dispute;
  const isOpen = status === 'opened' || (status === 'under_review' && done === 'accepted');
  // What was taken may not show at once.
  if (refusal === null) return { kind: 'known', dispute: { ...now.dispute, status: isOpen ? done : status } };
  if (!isOpen) return now;
  return { kind: 'refused', code: refusal.code ?? '', message: refusal.message ?? 'no reason given' };
}

function pathOf(reference: string): string {
  return `/disputes/${encodeURIComponent(reference)}`;
}

function noticeOf(reference: string, status: Status, dispute: Fields): DisputeNotice {
  return {
    reference,
    paymentReference: textOf(fieldsOf(dispute.payment).id) || null,
    status,
    amount: minorOf(dispute.amount),
    currency: textOf(dispute.currency),
    reason: textOf(dispute.category) || textOf(dispute.reason_code),
    evidenceDueAt: textOf(dispute.evidence_required_by) || null,
  };
}
