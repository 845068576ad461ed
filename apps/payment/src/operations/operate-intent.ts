import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { conflict } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { findIntent, intentAnswer, lockOwnIntent } from '../intents/find-intents.ts';
import { intentView } from '../intents/intent-view.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { readAmount } from '../money/amount.ts';
import { requesterOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import { runOperation } from './run-operation.ts';

/** What identifies a repeat of the request. */
type Request = Omit<RequestIdentity, 'owner'>;

/**
 * Cancels an intent that has captured nothing. During a capture it is refused, because the provider may have taken the
 * money.
 */
export function cancelIntent(
  deps: PaymentDependencies,
  owner: Owner,
  { id, ...request }: Request & { id: string },
): Promise<Answer> {
  return idempotent(
    deps,
    { ...request, owner },
    {
      begin: async (tx) => {
        const locked = await lockOwnIntent(tx, owner, id);
        await changeIntent(deps, tx, locked, { command: { kind: 'cancel' }, actor: 'merchant' });
        return {
          answer: {
            status: 200,
            body: paymentSuccess('Payment intent canceled', intentView(locked.row, deps, locked.attempts.at(-1))),
          },
        };
      },
    },
  );
}

/** Captures all or a part of the authorised amount and releases the rest. */
export function captureIntent(
  deps: PaymentDependencies,
  owner: Owner,
  { amount, ...request }: Request & { id: string; amount: string | undefined },
): Promise<Answer> {
  return requestOperation(deps, owner, {
    ...request,
    kind: 'capture',
    hasAmount: amount !== undefined,
    amountOf: (currency, authorised) => (amount === undefined ? authorised : readAmount(amount, currency)),
  });
}

/** Releases an authorisation. */
export function voidIntent(
  deps: PaymentDependencies,
  owner: Owner,
  request: Request & { id: string },
): Promise<Answer> {
  return requestOperation(deps, owner, {
    ...request,
    kind: 'void',
    hasAmount: false,
    amountOf: (_, authorised) => authorised,
  });
}

const DONE_MESSAGE = { capture: 'Payment captured', void: 'Authorisation voided' };

interface RequestedOperation extends Request {
  id: string;
  kind: 'capture' | 'void';
  /** Whether the request names the amount. */
  hasAmount: boolean;
  amountOf: (currency: string, authorised: bigint) => bigint;
}

async function requestOperation(
  deps: PaymentDependencies,
  owner: Owner,
  { id, kind, hasAmount, amountOf, ...request }: RequestedOperation,
): Promise<Answer> {
  return idempotent(
    deps,
    { ...request, owner },
    {
      begin: async (tx) => {
        const locked = await lockOwnIntent(tx, owner, id);
        const amount = amountOf(locked.row.currency, BigInt(locked.row.amount_minor));
        const {
          operations: [operation],
        } = await changeIntent(deps, tx, locked, {
          command: kind === 'void' ? { kind: 'requestVoid' } : { kind: 'requestCapture', amount },
          request: { attemptId: locked.row.open_attempt ?? '', kind, amount, requestedBy: requesterOf(owner) },
          actor: 'merchant',
          param: hasAmount ? 'amount' : undefined,
        });
        return { startedId: (operation as OperationRow).id };
      },
      finish: async (startedId) => {
        const operation = await runIfPending(deps, owner, startedId);
        const row = await findIntent(deps.pool, owner, id);
        if (operation.state === 'failed') return refused(kind, operation.code, row);
        const isDone = operation.state === 'done';
        const message = isDone ? DONE_MESSAGE[kind] : `The ${kind} is under way. A notification will report the result`;
        return { status: isDone ? 200 : 202, body: paymentSuccess(message, await intentAnswer(deps, row)) };
      },
    },
  );
}

/** Returned and not thrown, so that the answer is stored under the idempotency key and repeated. */
function refused(kind: 'capture' | 'void', code: string, { status }: IntentRow): Answer {
  return {
    status: 409,
    body: paymentError(
      conflict(`${kind}_refused`, `The provider refused the ${kind}: ${code || 'no reason given'}.`, {
        pi_status: status,
      }),
    ),
  };
}

/** Runs the operation if it is still pending. A request that takes over from a dead one gets the result this way. */
export async function runIfPending(deps: PaymentDependencies, owner: Owner, id: string): Promise<OperationRow> {
  const {
    rows: [row],
  } = await deps.pool.query<OperationRow & { currency: string }>(
    `SELECT o.*, i.currency FROM operation o JOIN intent i ON i.account_id = o.account_id AND i.id = o.intent_id
      WHERE o.account_id = $1 AND o.id = $2`,
    [owner.accountId, id],
  );
  const operation = row as OperationRow & { currency: string };
  return operation.state === 'pending'
    ? (await runOperation(deps, operation, operation.currency)).operation
    : operation;
}
