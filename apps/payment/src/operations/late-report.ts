import type { Command, Refused } from '../intents/intent.state.ts';
import { movedMinor } from '../intents/operation.ts';
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

/** What such a report changes: the late truth counts, with its postings and its event. */
export function lateCommand(
  reported: ReportedOperation,
  report: DecidedReport,
  meaning: Meaning,
): Command | Refused | null {
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
