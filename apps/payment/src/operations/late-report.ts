import type { ChangeContext } from '../intents/decide-change.ts';
import type { Command, Refused } from '../intents/intent.state.ts';
import { movedMinor, stepsOf } from '../intents/operation.ts';
import type { ProviderReport } from '../providers/provider.ts';
import { commandFor, isDone, isPayment } from './report-command.ts';
import type { DecidedReport, ReportedOperation } from './report-command.ts';
import { isDecided, meaningOf } from './report-meaning.ts';
import type { Meaning } from './report-meaning.ts';

/**
 * Whether a report says the opposite of what a settled capture, void, refund or return is known to be. Only an explicit
 * refusal takes a success back: a provider that cannot be reached, or does not find the operation, proves nothing.
 */
export function isOpposite(
  { kind, state }: Pick<ReportedOperation['operation'], 'kind' | 'state'>,
  report: ProviderReport,
): boolean {
  if (state === 'pending' || isPayment({ kind }) || !isDecided(report)) return false;
  if (state === 'failed') return isDone(kind, meaningOf(kind, report.kind));
  return report.kind === 'declined' || (kind === 'void' && report.kind === 'captured');
}

/**
 * What such a report changes: the late truth counts, with its postings and its event. What a person decided is newer
 * than any report of a gateway, which repeats what the person corrected: only a person changes it again.
 */
export function lateCommand(
  reported: ReportedOperation & { by: ChangeContext['actor'] },
  report: DecidedReport,
  meaning: Meaning,
): Command | Refused | null {
  if (reported.by !== 'person' && stepsOf(reported.operation).at(-1)?.by === 'person')
    return { refused: 'contradiction', message: againstPerson(reported.operation, report) };
  const { kind, state, amount_minor: minor } = reported.operation;
  const paid = movedMinor(reported.operation);
  const attemptId = reported.attempt.id;
  if (state === 'failed')
    return kind === 'refund'
      ? { kind: 'refundDone', amount: reported.moved ?? BigInt(minor), requested: BigInt(minor), isLate: true }
      : commandFor(reported, report, meaning);
  if (kind === 'refund') return { kind: 'refundReturned', amount: paid };
  if (kind === 'reverse') return { kind: 'reversalReturned', attemptId, amount: paid };
  if (meaning === 'captured') return commandFor(reported, report, meaning);
  return { refused: 'contradiction', message: `the provider refuses this ${kind}, which it had done` };
}

function againstPerson({ kind, state }: ReportedOperation['operation'], report: DecidedReport): string {
  return `the provider reports ${report.kind} for this ${kind}, which is ${state} by the decision of a person`;
}
