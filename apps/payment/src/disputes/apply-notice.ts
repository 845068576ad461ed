import { inTransaction } from '@qafila/runtime/in-transaction';
import { truncate } from '@qafila/runtime/truncate';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { DISPUTES } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { DisputeNotice } from '../providers/callback.ts';
import type { DisputeRow } from './dispute.entity.ts';
import type { DisputeStatus } from './dispute.state.ts';
import { recordFact } from './record-fact.ts';
import type { DisputedPayment, ReportedFact } from './record-fact.ts';

const STATUS: Record<DisputeNotice['status'], DisputeStatus> = {
  opened: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  accepted: 'accepted',
  expired: 'lost',
  closed: 'closed',
};

export interface NoticeSource {
  gateway: string;
  /** The store whose connection reports it. */
  owner: Owner;
  by: string;
  /** It answers a request of ours. */
  isReply?: boolean;
}

/** Applies what a gateway reports of a dispute. False: it is about no payment of the store. */
export async function applyNotice(
  deps: PaymentDependencies,
  source: NoticeSource,
  notice: DisputeNotice,
): Promise<DisputeRow | false> {
  if (notice.amount <= 0n || notice.reference === '') return false;
  const row = await inTransaction(deps.pool, async (tx) => {
    const payment = await findPayment(tx, source, notice);
    return payment === undefined ? undefined : recordFact(tx, payment, factOf(notice, source), deps.clock());
  });
  if (row === undefined) return false;
  deps.onCommit();
  deps.log.info({ dispute: row.id, status: row.status, intent: row.intent_id }, 'dispute.reported');
  return row;
}

function factOf(notice: DisputeNotice, { by, isReply }: NoticeSource): ReportedFact {
  const fact = {
    status: STATUS[notice.status],
    isInquiry: notice.isInquiry ?? false,
    amount: notice.amount,
    reason: truncate(notice.reason, DISPUTES.reasonCharactersMax),
    evidenceDueAtMs: timeOf(notice.evidenceDueAt),
    atMs: timeOf(notice.at),
  };
  const { reference, currency, fee } = notice;
  return { reference, currency, fact, by, isReply, ...(fee === undefined ? {} : { fee }) };
}

function timeOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** By the gateway's reference of the payment, or by that of a dispute that is known. */
async function findPayment(
  tx: PoolClient,
  { gateway, owner: { accountId, storeId, mode } }: NoticeSource,
  { reference, paymentReference }: DisputeNotice,
): Promise<DisputedPayment | undefined> {
  const { rows } = await tx.query<{ intent_id: string; attempt_id: string }>({
    name: 'disputed-payment',
    text: `
      SELECT intent_id, attempt_id FROM dispute
      WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4 AND reference = $5
      UNION ALL
      (SELECT intent_id, id FROM attempt
      WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND gateway = $4 AND gateway_reference = $6
      ORDER BY taken_minor DESC, no LIMIT 1)
      LIMIT 1`,
    values: [accountId, storeId, mode, gateway, reference, paymentReference],
  });
  const [found] = rows;
  return found && { accountId, storeId, mode, gateway, intentId: found.intent_id, attemptId: found.attempt_id };
}
