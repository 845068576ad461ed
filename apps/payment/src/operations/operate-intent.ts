import { paymentError, paymentSuccess } from '@qafila/envelopes/payment';
import { conflict } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { findIntent, intentAnswer, lockOwnIntent } from '../intents/find-intents.ts';
import { intentView } from '../intents/intent-view.ts';
import { leftToCapture } from '../intents/capture.state.ts';
import { intentState } from '../intents/intent.entity.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import type { Command } from '../intents/intent.state.ts';
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

interface CaptureRequest extends Request {
  id: string;
  amount: string | undefined;
  /** False leaves the rest authorised. */
  isFinal: boolean | undefined;
}

/** Captures all that is left of an authorisation, or a part of it. The last capture releases the rest. */
export async function captureIntent(
  deps: PaymentDependencies,
  owner: Owner,
  { amount: given, isFinal = true, ...request }: CaptureRequest,
): Promise<Answer> {
  if (!isFinal) await requireMultiCapture(deps, owner, request.id);
  return requestOperation(deps, owner, {
    ...request,
    kind: 'capture',
    hasAmount: given !== undefined,
    decide: (row, left, hasParts) => {
      const amount = given === undefined ? left : readAmount(given, row.currency);
      const isPart = !isFinal || hasParts;
      return {
        amount,
        command: { kind: 'requestCapture', amount, isFinal },
        ...(isPart ? { finalCapture: isFinal } : {}),
      };
    },
  });
}

/** Asked before the transaction, because it may need a connection of its own. A payment never changes its gateway. */
async function requireMultiCapture(deps: PaymentDependencies, owner: Owner, id: string): Promise<void> {
  const { open_attempt: attemptId } = await findIntent(deps.pool, owner, id);
  const { rows } = await deps.pool.query<AttemptRow>('SELECT * FROM attempt WHERE account_id = $1 AND id = $2', [
    owner.accountId,
    attemptId,
  ]);
  const [attempt] = rows;
  if (attempt === undefined || (await deps.providers.of(attempt)).capabilities.multiCapture) return;
  throw conflict(
    'multi_capture_unsupported',
    `${attempt.gateway} takes one capture of an authorisation, which releases the rest. Leave final_capture out.`,
    {},
    'final_capture',
  );
}

/** Releases an authorisation, or what captures have left of it. */
export function voidIntent(
  deps: PaymentDependencies,
  owner: Owner,
  request: Request & { id: string },
): Promise<Answer> {
  return requestOperation(deps, owner, {
    ...request,
    kind: 'void',
    hasAmount: false,
    decide: (_, left) => ({ amount: left, command: { kind: 'requestVoid' } }),
  });
}

const DONE_MESSAGE = { capture: 'Payment captured', void: 'Authorisation voided' };

interface RequestedOperation extends Request {
  id: string;
  kind: 'capture' | 'void';
  /** Whether the request names the amount. */
  hasAmount: boolean;
  /** By what is neither captured nor reserved by captures under way. */
  decide: (
    row: IntentRow,
    left: bigint,
    hasParts: boolean,
  ) => { amount: bigint; command: Command; finalCapture?: boolean };
}

async function requestOperation(
  deps: PaymentDependencies,
  owner: Owner,
  { id, kind, hasAmount, decide, ...request }: RequestedOperation,
): Promise<Answer> {
  return idempotent(
    deps,
    { ...request, owner },
    {
      begin: async (tx) => {
        const locked = await lockOwnIntent(tx, owner, id);
        const left = leftToCapture(intentState(locked.row, locked.attempts));
        const { command, ...wanted } = decide(locked.row, left, await hasParts(tx, locked.row));
        const {
          operations: [operation],
        } = await changeIntent(deps, tx, locked, {
          command,
          request: { attemptId: locked.row.open_attempt ?? '', kind, ...wanted, requestedBy: requesterOf(owner) },
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

/** Whether several captures were requested before. Also one that was refused: it may be done after all. */
async function hasParts(
  tx: PoolClient,
  { account_id: accountId, open_attempt: attemptId }: IntentRow,
): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM operation WHERE account_id = $1 AND attempt_id = $2 AND kind = 'capture'
      AND final_capture IS NOT NULL LIMIT 1`,
    [accountId, attemptId],
  );
  return rows.length > 0;
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
