import type { StatusOf } from '@qafila/contracts/errors';
import type { SettledOperation } from '@qafila/contracts/payment-events';
import { Refusal } from '@qafila/envelopes/refusal';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { postEntries } from '../ledger/post-entry.ts';
import { majorNumber } from '../money/amount.ts';
import { endSession } from './change-session.ts';
import { intentState } from './intent.entity.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import { decide, isOver, isRefused } from './intent.state.ts';
import type { Changed, Command, Effect, Refused } from './intent.state.ts';
import { addEvent, saveLocked } from './locked-intent.ts';
import type { LockedIntent } from './locked-intent.ts';
import { notifyOfIntent } from './notify-merchant.ts';
import { newOperation } from './operation.ts';

/**
 * Who caused the change and what is known beside the state. It goes into the timeline, the attempt's bank fields and
 * the notification.
 */
export interface ChangeContext {
  actor: 'customer' | 'merchant' | 'gateway' | 'inquiry' | 'clock' | 'person';
  note?: string;
  /** The capture, void or refund whose result causes the change. */
  operation?: SettledOperation;
  fee?: bigint;
  /** The field of the request that has the amount. */
  param?: string;
}

const STATUS_OF_REFUSAL = {
  illegal_transition: 409,
  expired: 409,
  amount_exceeds_authorised: 422,
  refund_exceeds_captured: 422,
  contradiction: 409,
} as const satisfies { [Code in Refused['refused']]: StatusOf<Code> };

/** The answer to a request that the state of the intent does not allow. */
export function refusalOf({ refused, message, amountMax }: Refused, row: IntentRow, param?: string): Refusal {
  const status = STATUS_OF_REFUSAL[refused];
  const state = { pi_status: row.status };
  if (amountMax === undefined) return new Refusal(status, refused, message, { param, details: state });
  const most = `At most ${fromMinorUnits(amountMax, row.currency)} ${row.currency} is possible.`;
  return new Refusal(status, refused, `${message} ${most}`, {
    param,
    details: { ...state, amount_max: majorNumber(amountMax, row.currency) },
  });
}

/**
 * The only way to change an intent: it decides, updates the rows, posts and notifies in the caller's transaction, and
 * saves everything unsaved. It returns false when nothing changed, and throws when the state refuses the command.
 */
export async function changeIntent(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { command, ...context }: ChangeContext & { command: Command },
): Promise<boolean> {
  const result = decide(intentState(locked.row, locked.attempts), command, deps.clock());
  if (isRefused(result)) throw refusalOf(result, locked.row, context.param);
  const {
    row: { status: before },
  } = locked;
  if (!(await updateRows(deps, tx, locked, { result, context }))) return false;
  if (isOver(locked.row.status) && !isOver(before)) {
    deps.metrics.ended(locked.row.status);
    await endSession(deps, tx, locked);
  }
  for (const effect of result.effects) await applyEffect(deps, tx, locked, { effect, context });
  await saveLocked(tx, locked);
  return true;
}

/** Copies the new state into the rows. Returns false when nothing differs. */
async function updateRows(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { result: { intent }, context }: { result: Changed; context: ChangeContext },
): Promise<boolean> {
  const { row, attempts, unsaved } = locked;
  const before = intentState(row, attempts);
  const now = new Date(deps.clock());
  let isChanged = JSON.stringify(comparableFields(before)) !== JSON.stringify(comparableFields(intent));
  for (const attempt of intent.attempts) {
    const own = attempts.find(({ id }) => id === attempt.id);
    if (own === undefined) continue;
    const isOpen = intent.open === attempt.id;
    if (own.status === attempt.status && own.is_open === isOpen && BigInt(own.taken_minor) === attempt.taken) continue;
    isChanged = true;
    Object.assign(own, {
      status: attempt.status,
      is_open: isOpen,
      taken_minor: String(attempt.taken),
      updated_at: now,
    });
    unsaved.attempts.add(own);
    addEvent(locked, own, { at: now, status: own.status, ...context });
    // The intent ended while this attempt was undecided. The worker inquires at once and asks the provider to abandon
    // the payment.
    if (isOver(intent.status) && attempt.status === 'TIMEOUT') {
      await tx.query(
        "UPDATE operation SET inquire_at = $3 WHERE account_id = $1 AND attempt_id = $2 AND state = 'pending'",
        [row.account_id, own.id, now],
      );
    }
  }
  if (!isChanged) return false;
  Object.assign(row, {
    status: intent.status,
    captured_minor: String(intent.captured),
    refunded_minor: String(intent.refunded),
    refunding_minor: String(intent.refunding),
    asked: intent.requested?.kind ?? null,
    asked_minor: intent.requested?.kind === 'capture' ? String(intent.requested.amount) : null,
    tries: intent.tries,
    open_attempt: intent.open,
    revision: row.revision + 1,
    updated_at: now,
    last_refund: refundOf(context) ?? row.last_refund,
  });
  unsaved.intent = true;
  return true;
}

/** The refund that succeeded by this change. */
function refundOf({ operation }: ChangeContext): string | undefined {
  return operation?.kind === 'refund' && operation.status === 'succeeded' ? operation._id : undefined;
}

/** The intent's own fields in a form that JSON can compare. */
function comparableFields({ attempts: _, ...fields }: Changed['intent']): unknown[] {
  return Object.values(fields).map((value) => {
    if (typeof value === 'bigint') return String(value);
    return value !== null && typeof value === 'object' ? Object.values(value).map(String) : value;
  });
}

async function applyEffect(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  { effect, context }: { effect: Effect; context: ChangeContext },
): Promise<void> {
  if (effect.kind === 'notify')
    return notifyOfIntent(tx, locked, { operation: context.operation, attemptId: effect.attemptId });
  const attempt = locked.attempts.find(({ id }) => id === effect.attemptId) as AttemptRow;
  if (effect.kind === 'post') {
    const reference = effect.posting === 'refund' ? (context.operation as SettledOperation)._id : effect.attemptId;
    const fee = effect.posting === 'capture' ? (context.fee ?? 0n) : 0n;
    const postings = [
      { kind: effect.posting, reference, amount: effect.amount },
      ...(fee > 0n ? [{ kind: 'fee_estimate' as const, reference, amount: fee }] : []),
    ];
    const at = new Date(deps.clock());
    return postEntries(tx, locked.row, { postings, attemptId: attempt.id, gateway: attempt.gateway, at });
  }
  if (effect.kind === 'capture') {
    await newOperation(tx, attempt, { kind: 'capture', amount: effect.amount, nowMs: deps.clock(), due: true });
    return;
  }
  deps.log.warn({ intent: locked.row.id, transaction: attempt.id }, 'payment.late_money_reversed');
  await newOperation(tx, attempt, {
    kind: 'reverse',
    amount: effect.amount > 0n ? effect.amount : BigInt(attempt.amount_minor),
    nowMs: deps.clock(),
    due: true,
  });
}
