import { invalid } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import { majorNumber } from '../money/amount.ts';
import { inquire } from '../operations/run-operation.ts';
import type { Owner } from '../owner.ts';
import type { ProviderReport } from '../providers/provider.ts';
import { changesView } from './changes-view.ts';
import { notInReview } from './judge-resolution.ts';
import { queuedView } from './queued-view.ts';
import { findOperation } from './resolve-queued.ts';
import type { ReportedAnswer, ResolveBody, ResolvedAnswer } from './review-queue.schema.ts';

/** Asks the gateway once more about an operation in review, and says what it reported and what that changed. */
export async function askGateway(
  deps: PaymentDependencies,
  owner: Owner,
  { id, body }: { id: string; body: ResolveBody },
): Promise<ResolvedAnswer> {
  const given = (['amount', 'evidence', 'person', 'note'] as const).find((name) => body[name] !== undefined);
  if (given !== undefined)
    throw invalid(given, `${given} belongs to a decision. Leave it out with ask, which only inquires.`);
  const row = await findOperation(deps.pool, owner, id);
  if (row.queue === null) throw notInReview(row);
  const { before, decision, report } = await inquire(deps, row, row.currency);
  const now = await findOperation(deps.pool, owner, id);
  const after = { ...before, ...decision.changes.after, operation: now };
  return {
    ...queuedView(now),
    result: 'asked',
    decision_id: null,
    reported: reportedView(report, row.currency),
    changes: await changesView(deps.pool, before, { changes: decision.changes, after }),
  };
}

function reportedView(report: ProviderReport, currency: string): ReportedAnswer {
  return {
    kind: report.kind,
    amount: 'amount' in report ? majorNumber(report.amount, currency) : null,
    code: ('code' in report ? report.code : undefined) ?? '',
    message: ('why' in report ? report.why : report.message) ?? '',
  };
}
