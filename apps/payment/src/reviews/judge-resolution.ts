import { conflict, invalid, Refusal } from '@qafila/envelopes/refusal';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { AttemptRow } from '../intents/intent.entity.ts';
import { movedMinor } from '../intents/operation.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { majorNumber } from '../money/amount.ts';
import type { Reported } from '../operations/decide-report.ts';
import type { ProviderReport } from '../providers/provider.ts';

/** What a person says of an operation. The amount is what really moved, in minor units. */
export interface Resolution {
  readonly outcome: 'done' | 'failed';
  readonly amount: bigint | undefined;
}

/** The report that has the same meaning; null when the operation already says so and is only confirmed. */
export interface Judged {
  readonly report: ProviderReport | null;
  readonly moved: bigint | undefined;
}

/**
 * What a resolution means, by the state of the operation and the bounds of its amount. Pure. It throws a refusal that
 * names what is possible.
 */
export function judgeResolution(known: Reported, resolution: Resolution): Judged {
  const { operation } = known;
  const { outcome, amount } = resolution;
  if (operation.queue === null && !isOppositeOfRefund(operation, outcome)) throw notInReview(operation);
  if (outcome === 'failed' && amount !== undefined)
    throw invalid('amount', 'amount is what really moved. Leave it out with failed, which says that nothing moved.');
  const booked = bookedAmount(known);
  if (outcome === 'done') checkAmount(known, amount, booked);
  if (operation.state === outcome) return { report: null, moved: undefined };
  return {
    report: outcome === 'failed' ? NOTHING_MOVED : reportOf(known, amount),
    moved: movesMoney(known) ? amount : undefined,
  };
}

/**
 * A bank may pay a refund that it had refused, or return one that it had paid, of which the gateway reports nothing.
 * Only a person learns that, so it needs no queue.
 */
function isOppositeOfRefund({ kind, state }: OperationRow, outcome: Resolution['outcome']): boolean {
  return kind === 'refund' && state !== 'pending' && state !== outcome;
}

const NOTHING_MOVED: ProviderReport = { kind: 'declined', as: 'FAILED', then: 'none', message: 'Resolved by a person' };

export function notInReview({ id, state }: Pick<OperationRow, 'id' | 'state'>): Refusal {
  const now = state === 'pending' ? 'still pending, and the worker inquires' : state;
  return conflict('not_in_review', `The operation ${id} is not in manual review. It is ${now}.`, {
    operation_state: state,
  });
}

/** A void, an authorisation and its release move no money. */
function movesMoney({ row, operation, ...known }: Reported): boolean {
  if (operation.kind === 'void') return false;
  if (operation.kind === 'pay') return row.capture_method !== 'manual';
  return operation.kind !== 'reverse' || attemptOf({ ...known, operation }).status !== 'AUTHORIZED';
}

function attemptOf({ attempts, operation }: Pick<Reported, 'attempts' | 'operation'>): AttemptRow {
  return attempts.find(({ id }) => id === operation.attempt_id) as AttemptRow;
}

/** What the books have for a settled operation. Undefined while nothing is booked. */
function bookedAmount(known: Reported): bigint | undefined {
  const { operation, row } = known;
  if (operation.state !== 'done') return undefined;
  if (operation.kind === 'pay' || operation.kind === 'charge') return BigInt(attemptOf(known).taken_minor);
  const isOnlyCapture = operation.kind === 'capture' && operation.final_capture === null;
  return isOnlyCapture ? BigInt(row.captured_minor) : movedMinor(operation);
}

/** The most that this operation can have moved. */
function largestAmount(known: Reported): bigint {
  const { operation, row } = known;
  const isPart = operation.kind === 'capture' && operation.final_capture !== null;
  if (operation.kind === 'refund' || isPart) return BigInt(operation.amount_minor);
  return operation.kind === 'reverse' ? BigInt(attemptOf(known).taken_minor) : BigInt(row.amount_minor);
}

function checkAmount(known: Reported, amount: bigint | undefined, booked: bigint | undefined): void {
  const {
    operation: { kind, amount_minor: requested },
    row: { currency },
  } = known;
  const text = (minor: bigint): string => `${fromMinorUnits(minor, currency)} ${currency}`;
  if (!movesMoney(known)) {
    if (amount !== undefined && amount !== BigInt(requested))
      throw invalid('amount', `amount must be left out: this ${kind} moves no money.`);
    return;
  }
  if (amount === undefined)
    throw invalid(
      'amount',
      `amount is required: what really moved. This ${kind} requested ${text(BigInt(requested))}.`,
    );
  if (booked !== undefined && booked > 0n && amount !== booked)
    throw impossible(
      `This ${kind} is booked with ${text(booked)}. Confirm this amount, then correct the books by an adjustment.`,
      booked,
      currency,
    );
  const largest = largestAmount(known);
  if (amount > largest)
    throw impossible(
      `This ${kind} can have moved at most ${text(largest)}. Book what is beyond it by an adjustment.`,
      largest,
      currency,
    );
}

function impossible(message: string, most: bigint, currency: string): Refusal {
  return new Refusal(422, 'amount_impossible', message, {
    param: 'amount',
    details: { amount_max: majorNumber(most, currency) },
  });
}

function reportOf({ operation: { kind, amount_minor: requested }, row }: Reported, amount?: bigint): ProviderReport {
  if (kind === 'void') return { kind: 'voided' };
  // The payment only authorises. Its capture is a separate operation.
  if (kind === 'pay' && row.capture_method === 'manual') return { kind: 'authorised' };
  if (kind === 'refund' || kind === 'reverse') return { kind: 'refunded' };
  return { kind: 'captured', amount: amount ?? BigInt(requested) };
}
