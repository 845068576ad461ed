import { conflict } from '@qafila/envelopes/refusal';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { unchanged } from '../intents/changes.ts';
import { writeDecision } from '../operations/apply-report.ts';
import type { LockedReport } from '../operations/apply-report.ts';
import { decideReport } from '../operations/decide-report.ts';
import type { Received, Reported, ReportDecision } from '../operations/decide-report.ts';
import { changesView } from './changes-view.ts';
import type { ChangesAnswer } from './decision.schema.ts';
import { judgeResolution } from './judge-resolution.ts';
import type { Resolution } from './judge-resolution.ts';

/** What a resolution would change. `decided` is null where it confirms what is known, and only ends the review. */
export interface Plan extends LockedReport {
  readonly decided: { received: Received; decision: ReportDecision } | null;
}

/** Decides a resolution by the rules for provider reports. It throws when it is impossible or changes nothing. */
export function planResolution(deps: PaymentDependencies, reported: LockedReport, resolution: Resolution): Plan {
  const { before } = reported;
  const { report, moved } = judgeResolution(before, resolution);
  if (report === null) return { ...reported, decided: null };
  const received = { report, moved, actor: 'person' } as const;
  const decision = decideReport(before, received, deps.clock());
  if (decision.review !== null)
    throw conflict(
      'contradiction',
      `This contradicts what is booked: ${decision.review.why}. Resolve it as it is booked, then correct the ` +
        'books by an adjustment.',
      { pi_status: before.row.status, operation_state: before.operation.state },
    );
  if (!changesAnything(before, decision))
    throw conflict(
      'nothing_to_change',
      `The outcome ${resolution.outcome} changes nothing: this ${before.operation.kind} is ${before.operation.state}.`,
      { pi_status: before.row.status, operation_state: before.operation.state },
    );
  return { ...reported, decided: { received, decision } };
}

function changesAnything(before: Reported, { changes: { after } }: ReportDecision): boolean {
  return after.row.revision !== before.row.revision || after.operation?.state !== before.operation.state;
}

/** Writes a plan, with its postings and notifications, and takes the operation out of review. */
export async function applyPlan(
  deps: PaymentDependencies,
  tx: PoolClient,
  { decided, ...reported }: Plan,
): Promise<ChangesAnswer> {
  const { before } = reported;
  if (decided !== null) await writeDecision(deps, tx, { ...reported, received: decided.received }, decided.decision);
  await tx.query('UPDATE operation SET queue = NULL, queue_why = NULL WHERE account_id = $1 AND id = $2', [
    before.operation.account_id,
    before.operation.id,
  ]);
  const changes = decided?.decision.changes ?? unchanged(before);
  const after = { ...before, ...changes.after, operation: { ...(changes.after.operation ?? before.operation) } };
  return changesView(tx, before, { changes, after: { ...after, operation: { ...after.operation, queue: null } } });
}
