import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { notFound } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { newId } from '@qafila/runtime/new-id';
import { majorNumber, readAmount } from '../intents/amount.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { holdOwn } from '../intents/find-intents.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import { settled } from '../intents/operate-intent.ts';
import { LIMITS } from '../limits.ts';
import { newOperation } from '../operations/operation.ts';
import type { OperationRow } from '../operations/operation.ts';
import type { Owner, Payments } from '../payments.ts';
import { optionalText, readBody, readText } from '../reading.ts';

type RefundRow = OperationRow & { currency: string };

const STATUS = { pending: 'pending', done: 'succeeded', failed: 'failed' } as const;

/** A refund on the wire: an operation that the merchant knows by name. */
function refundView(row: RefundRow): Record<string, unknown> {
  return {
    _id: row.id, object_name: 'refund', payment_intent_id: row.intent_id, transaction_id: row.attempt_id, refunded_amount: majorNumber(BigInt(row.amount_minor), row.currency),
    currency: row.currency, status: STATUS[row.state], reason: row.reason, status_code_from_bank: row.code, store_id: row.store_id, mode: row.mode,
    created_at: row.started_at.toISOString(), settled_at: row.settled_at?.toISOString() ?? null,
  };
}

/** Gives back a captured amount or a part of it. The sum is judged under the intent's lock, pending refunds counted in. */
export function createRefund(payments: Payments, owner: Owner, sent: SentRequest): Promise<Answer> {
  const body = readBody(sent.body);
  const intentId = readText(body.payment_intent_id, 'payment_intent_id');
  const reason = optionalText(body.reason, 'reason', LIMITS.descriptionCharactersMax);
  return idempotent(payments, { ...sent, owner }, {
    begin: async (tx) => {
      const held = await holdOwn(tx, owner, intentId);
      const { row } = held;
      const given = body.refunded_amount === undefined ? body.amount : body.refunded_amount;
      const left = BigInt(row.captured_minor) - BigInt(row.refunded_minor) - BigInt(row.refunding_minor);
      const amount = given === undefined ? left : readAmount(given, row.currency, body.refunded_amount === undefined ? 'amount' : 'refunded_amount');
      await changeIntent(payments, tx, held, { command: { kind: 'askRefund', amount }, actor: 'merchant' });
      const taken = held.attempts.find((attempt) => attempt.status === 'CAPTURED' || attempt.status === 'PARTIALLY_REFUNDED') as AttemptRow;
      const id = newId('rf', payments.clock());
      await newOperation(tx, taken, { kind: 'refund', amount, nowMs: payments.clock(), reason, id });
      return { begun: id };
    },
    finish: async (begun) => {
      await settled(payments, owner, begun);
      const row = await findRow(payments, owner, begun);
      const message = row.state === 'done' ? 'Refunded' : row.state === 'failed' ? 'The gateway refused the refund' : 'The refund is under way: its outcome comes as a notification';
      return { status: row.state === 'pending' ? 202 : 200, body: paymentSuccess(message, refundView(row)) };
    },
  });
}

async function findRow(payments: Payments, owner: Owner, id: string): Promise<RefundRow> {
  const { rows: [row] } = await payments.pool.query<RefundRow>(`
    SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
    WHERE o.account_id = $1 AND o.id = $2 AND o.store_id = $3 AND o.mode = $4 AND o.kind = 'refund'`, [owner.accountId, id, owner.storeId, owner.mode]);
  if (row === undefined) throw notFound('refund', id);
  return row;
}

export async function getRefund(payments: Payments, owner: Owner, id: string): Promise<Record<string, unknown>> {
  return refundView(await findRow(payments, owner, id));
}

/** The reason is the merchant's note; amounts do not change. */
export async function changeRefund(payments: Payments, owner: Owner, id: string, sent: SentRequest): Promise<Record<string, unknown>> {
  const row = await findRow(payments, owner, id);
  row.reason = readText(readBody(sent.body).reason, 'reason', LIMITS.descriptionCharactersMax);
  await payments.pool.query('UPDATE operation SET reason = $3 WHERE account_id = $1 AND id = $2', [owner.accountId, id, row.reason]);
  return refundView(row);
}

export async function listRefunds(payments: Payments, owner: Owner, query: { limit?: string; cursor?: string; payment_intent_id?: string }): Promise<Page<Record<string, unknown>>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 1);
  const { rows } = await payments.pool.query<RefundRow>(`
    SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
    WHERE o.account_id = $1 AND o.store_id = $2 AND o.mode = $3 AND o.kind = 'refund' AND ($4::text IS NULL OR o.id < $4) AND ($5::text IS NULL OR o.intent_id = $5)
    ORDER BY o.id DESC LIMIT $6`, [owner.accountId, owner.storeId, owner.mode, before?.[0] ?? null, query.payment_intent_id ?? null, size + 1]);
  return pageOf(rows, size, { item: refundView, key: (row) => [row.id] });
}
