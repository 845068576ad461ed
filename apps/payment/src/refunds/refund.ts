import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { findIntent, lockOwnIntent } from '../intents/find-intents.ts';
import { movedMinor, statusOf, stepsOf } from '../intents/operation.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { majorNumber, readAmount } from '../money/amount.ts';
import { runIfPending } from '../operations/operate-intent.ts';
import { requesterOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import type {
  ChangeRefundBody,
  CreateRefundBody,
  ListRefundsQuery,
  RefundAnswer,
  RefundStepAnswer,
} from './refund.schema.ts';

type RefundRow = OperationRow & { currency: string };

const MESSAGE = {
  pending: 'The refund is under way. A notification will report the result',
  done: 'Refunded',
};

/** A refund on the wire. It is an operation with a name of its own. */
function refundView(row: RefundRow): RefundAnswer {
  return {
    _id: row.id,
    object_name: 'refund',
    payment_intent_id: row.intent_id,
    transaction_id: row.attempt_id,
    refunded_amount: majorNumber(movedMinor(row), row.currency),
    currency: row.currency,
    status: statusOf(row),
    reason: row.reason,
    status_code_from_bank: row.code,
    status_message_from_bank: row.message ?? '',
    store_id: row.store_id,
    mode: row.mode as RefundAnswer['mode'],
    created_at: row.started_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    history: historyOf(row),
    requested_by: row.requested_by,
  };
}

function historyOf(row: RefundRow): RefundStepAnswer[] {
  const requested = {
    at: row.started_at.toISOString(),
    status: 'pending',
    message: row.reason,
    by: row.requested_by,
  } as const;
  const results = stepsOf(row).map(({ at, state, message, by }): RefundStepAnswer => ({
    at,
    status: statusOf({ state }),
    message,
    by: by === '' ? null : by,
  }));
  return [requested, ...results];
}

/** Returned and not thrown, so that the answer is stored under the idempotency key and repeated. */
async function refusedAnswer(deps: PaymentDependencies, owner: Owner, row: RefundRow): Promise<Answer> {
  const { status } = await findIntent(deps.pool, owner, row.intent_id);
  const reason = [row.message, row.code === '' ? '' : `(${row.code})`].filter(Boolean).join(' ') || 'no reason given';
  return {
    status: 409,
    body: paymentError(
      conflict('refund_refused', `The provider refused the refund: ${reason}.`, {
        pi_status: status,
        refund_id: row.id,
        gateway_code: row.code,
      }),
    ),
  };
}

/**
 * Refunds a captured amount or a part of it. The remaining amount is computed under the intent's lock and includes
 * pending refunds.
 */
export function createRefund(
  deps: PaymentDependencies,
  owner: Owner,
  { body, ...sent }: Omit<RequestIdentity, 'owner'> & { body: CreateRefundBody },
): Promise<Answer> {
  return idempotent(
    deps,
    { ...sent, owner },
    {
      begin: async (tx) => {
        const locked = await lockOwnIntent(tx, owner, body.payment_intent_id);
        const { row } = locked;
        const param = (['refunded_amount', 'amount'] as const).find((name) => body[name] !== undefined);
        const amount = param === undefined ? leftToRefund(row) : readAmount(body[param], row.currency, param);
        const taken = locked.attempts.find(
          ({ status, is_open: isOpen, taken_minor: minor }) =>
            status === 'CAPTURED' || status === 'PARTIALLY_REFUNDED' || (isOpen && BigInt(minor) > 0n),
        );
        refuseSecondRefund(deps, row, taken);
        const {
          operations: [operation],
        } = await changeIntent(deps, tx, locked, {
          command: { kind: 'requestRefund', amount },
          request: {
            attemptId: taken?.id ?? '',
            kind: 'refund',
            amount,
            reason: body.reason ?? '',
            requestedBy: requesterOf(owner),
          },
          actor: 'merchant',
          param,
        });
        return { startedId: (operation as OperationRow).id };
      },
      finish: async (startedId) => {
        await runIfPending(deps, owner, startedId);
        const row = await findRow(deps, owner, startedId);
        if (row.state === 'failed') return refusedAnswer(deps, owner, row);
        return {
          status: row.state === 'pending' ? 202 : 200,
          body: paymentSuccess(MESSAGE[row.state], refundView(row)),
        };
      },
    },
  );
}

/** Of a gateway that reports refunds as one sum: it could not say which of two has happened. */
function refuseSecondRefund(
  { gatewayKinds }: PaymentDependencies,
  row: IntentRow,
  taken: AttemptRow | undefined,
): void {
  const kind = gatewayKinds.find(({ type }) => type === taken?.gateway);
  if (kind?.capabilities.oneRefundAtATime !== true || BigInt(row.refunding_minor) === 0n) return;
  throw conflict(
    'refund_under_way',
    `Another refund of this payment is under way, and ${kind.title} takes one at a time.`,
  );
}

/** All that is left, without what a dispute holds. When that is all of it, the request is refused for this reason. */
function leftToRefund(row: IntentRow): bigint {
  const left = BigInt(row.captured_minor) - BigInt(row.refunded_minor) - BigInt(row.refunding_minor);
  const undisputed = left - BigInt(row.disputed_minor ?? 0);
  return undisputed > 0n ? undisputed : left;
}

async function findRow(deps: PaymentDependencies, owner: Owner, id: string): Promise<RefundRow> {
  const {
    rows: [row],
  } = await deps.pool.query<RefundRow>(
    `
    SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
    WHERE o.account_id = $1 AND o.id = $2 AND o.store_id = $3 AND o.mode = $4 AND o.kind = 'refund'`,
    [owner.accountId, id, owner.storeId, owner.mode],
  );
  if (row === undefined) throw notFound('refund', id);
  return row;
}

export async function getRefund(deps: PaymentDependencies, owner: Owner, id: string): Promise<RefundAnswer> {
  return refundView(await findRow(deps, owner, id));
}

/** Changes the reason, which is the merchant's note. Amounts never change. */
export async function changeRefund(
  deps: PaymentDependencies,
  owner: Owner,
  id: string,
  { reason }: ChangeRefundBody,
): Promise<RefundAnswer> {
  const row = { ...(await findRow(deps, owner, id)), reason };
  await deps.pool.query('UPDATE operation SET reason = $3 WHERE account_id = $1 AND id = $2', [
    owner.accountId,
    id,
    row.reason,
  ]);
  return refundView(row);
}

export async function listRefunds(
  deps: PaymentDependencies,
  owner: Owner,
  query: ListRefundsQuery,
): Promise<Page<RefundAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { rows } = await deps.pool.query<RefundRow>(
    `
    SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
    WHERE o.account_id = $1 AND o.store_id = $2 AND o.mode = $3 AND o.kind = 'refund'
    AND ($4::text IS NULL OR o.id < $4) AND ($5::text IS NULL OR o.intent_id = $5)
    ORDER BY o.id DESC LIMIT $6`,
    [owner.accountId, owner.storeId, owner.mode, before?.[0] ?? null, query.payment_intent_id ?? null, size + 1],
  );
  return pageOf(rows, size, { item: refundView, key: (row) => [row.id] });
}
