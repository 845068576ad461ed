import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { conflict } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import type { JsonObject } from '@qafila/json/json-value';
import { newOperation } from '../operations/operation.ts';
import type { OperationRow } from '../operations/operation.ts';
import { runOperation } from '../operations/run-operation.ts';
import type { Owner, Payments } from '../payments.ts';
import { readBody, readText } from '../reading.ts';
import { readAmount } from './amount.ts';
import { changeIntent } from './change-intent.ts';
import { findIntent, holdOwn } from './find-intents.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import { intentView } from './intent-view.ts';

/** Ends an intent that has taken nothing. One with a capture under way cannot be ended: it may have taken the money. */
export function cancelIntent(payments: Payments, owner: Owner, { id, sent }: { id: string; sent: SentRequest }): Promise<Answer> {
  return idempotent(payments, { ...sent, owner }, {
    begin: async (tx) => {
      const held = await holdOwn(tx, owner, id);
      await changeIntent(payments, tx, held, { command: { kind: 'cancel' }, actor: 'merchant' });
      return { answer: { status: 200, body: paymentSuccess('Payment intent canceled', intentView(held.row, payments)) } };
    },
  });
}

/** Takes all or a part of what was authorised; the rest is let go of. */
export async function captureIntent(payments: Payments, owner: Owner, { id, sent }: { id?: string; sent: SentRequest }): Promise<Answer> {
  const body = readBody(sent.body ?? {});
  return operate(payments, owner, { id: id ?? idOf(body), sent, kind: 'capture', amountOf: (currency, authorised) => (body.amount === undefined ? authorised : readAmount(body.amount, currency)) });
}

/** Lets go of what was authorised. */
export async function voidIntent(payments: Payments, owner: Owner, { id, sent }: { id?: string; sent: SentRequest }): Promise<Answer> {
  return operate(payments, owner, { id: id ?? idOf(readBody(sent.body ?? {})), sent, kind: 'void', amountOf: (_, authorised) => authorised });
}

function idOf(body: JsonObject): string {
  return readText(body.payment_intent_id ?? body._id, 'payment_intent_id');
}

interface Operate { id: string; sent: SentRequest; kind: 'capture' | 'void'; amountOf: (currency: string, authorised: bigint) => bigint }

async function operate(payments: Payments, owner: Owner, { id, sent, kind, amountOf }: Operate): Promise<Answer> {
  return idempotent(payments, { ...sent, owner }, {
    begin: async (tx) => {
      const held = await holdOwn(tx, owner, id);
      const amount = amountOf(held.row.currency, BigInt(held.row.amount_minor));
      await changeIntent(payments, tx, held, { command: kind === 'void' ? { kind: 'askVoid' } : { kind: 'askCapture', amount }, actor: 'merchant' });
      const open = held.attempts.find((attempt) => attempt.is_open) as AttemptRow;
      return { begun: (await newOperation(tx, open, { kind, amount, nowMs: payments.clock() })).id };
    },
    finish: async (begun) => {
      const operation = await settled(payments, owner, begun);
      const row = await findIntent(payments.pool, owner, id);
      if (operation.state === 'failed') return refused(kind, operation.code, row);
      const message = operation.state === 'done' ? (kind === 'void' ? 'Authorisation voided' : 'Payment captured') : `The ${kind} is under way: its outcome comes as a notification`;
      return { status: operation.state === 'done' ? 200 : 202, body: paymentSuccess(message, intentView(row, payments)) };
    },
  });
}

/** An answer, not a thrown refusal: it is kept under the key, and told again. */
function refused(kind: 'capture' | 'void', code: string, { status }: IntentRow): Answer {
  return { status: 409, body: paymentError(conflict(`${kind}_refused`, `The gateway refused the ${kind}: ${code || 'no reason given'}.`, { pi_status: status })) };
}

/** The operation, asked for if it is still pending; whoever takes over a dead request finds what became of it. */
export async function settled(payments: Payments, owner: Owner, id: string): Promise<OperationRow> {
  const { rows: [row] } = await payments.pool.query<OperationRow & { currency: string }>(
    'SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id WHERE o.account_id = $1 AND o.id = $2', [owner.accountId, id]);
  const operation = row as OperationRow & { currency: string };
  return operation.state === 'pending' ? (await runOperation(payments, operation, operation.currency)).operation : operation;
}
