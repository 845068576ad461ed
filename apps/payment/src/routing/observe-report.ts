import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { ownerOf } from '../owner.ts';
import type { ProviderReport } from '../providers/provider.ts';
import type { CallResult } from '../standings/circuit.state.ts';
import type { Verdict } from '../standings/scores.ts';

/** A report on a payment as it was applied. */
export interface ObservedReport {
  report: ProviderReport;
  operation: OperationRow;
  attempt: AttemptRow;
  /** The intent before the report. */
  before: Pick<IntentRow, 'open_attempt'>;
  /** Whether the report ended the operation. */
  isSettled: boolean;
  /** Whether it answers the call that began the payment: no inquiry, and no call of the gateway. */
  isFirstAnswer: boolean;
}

/**
 * What the first call of a payment says about the gateway's circuit. A refusal is an answer, whatever its reason: a
 * card without funds is no fault of the gateway. A refusal that sends the payment on to the next gateway says nothing.
 */
export function callResultOf({ report, operation, isFirstAnswer }: ObservedReport): CallResult | null {
  if (!isFirstAnswer || !isPayment(operation)) return null;
  if (report.kind === 'declined' && report.then === 'fallback') return null;
  const isAnswered = report.kind !== 'unknown' && report.kind !== 'not_sent';
  return { isAnswered, startedAtMs: operation.started_at.getTime() };
}

/**
 * What a payment's end says about the gateway's success rate. A payment that the customer left does not count, and
 * neither does an amount that the gateway cannot express.
 */
export function verdictOf({ report, operation, attempt, before, isSettled }: ObservedReport): Verdict | null {
  if (!isSettled || !isPayment(operation) || before.open_attempt !== attempt.id) return null;
  if ('code' in report && report.code === 'unsupported_amount') return null;
  return {
    owner: ownerOf(operation),
    gateway: attempt.gateway,
    method: attempt.method,
    bin: binOf(attempt.instrument.bin),
    isSuccess: report.kind === 'captured' || report.kind === 'authorised',
  };
}

/** The first six digits; a card that names fewer has no BIN here. */
export function binOf(text: unknown): string {
  return typeof text === 'string' && /^\d{6}/.test(text) ? text.slice(0, 6) : '';
}

function isPayment({ kind }: OperationRow): boolean {
  return kind === 'pay' || kind === 'charge';
}
