import type { PaymentDependencies } from '../dependencies.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { INQUIRY } from '../limits.ts';
import { openManualReview } from './open-manual-review.ts';
import { INQUIRY_GAP_MS, reviewDueAtMs } from './patience.ts';
import { inquire, runOperation } from './run-operation.ts';

type Due = OperationRow & { currency: string; intent_expires_at: Date };

/** Follows up the due operations of one gateway, at most a round of them at once. Returns how many were due. */
export async function followUpDue(deps: PaymentDependencies, gateway: string): Promise<number> {
  const due = await takeDue(deps, gateway);
  await Promise.all(
    due.map((operation) => followUp(deps, operation).catch((error: unknown) => reportFailure(deps, operation, error))),
  );
  return due.length;
}

/**
 * Moves `inquire_at` before the inquiry, so that after a crash, and in another process, the same operation is not
 * inquired at the same moment. The gaps grow to one minute, and to
 * hours for what the provider reports as pending.
 */
async function takeDue(deps: PaymentDependencies, gateway: string): Promise<Due[]> {
  const now = deps.clock();
  const { rows } = await deps.pool.query<Due>(
    `
    UPDATE operation o SET inquiries = inquiries + 1,
    inquire_at = $1::timestamptz + (${INQUIRY_GAP_MS}) * interval '1 ms'
    FROM (SELECT account_id, id FROM operation WHERE state = 'pending' AND gateway = $3 AND inquire_at <= $1
    ORDER BY inquire_at LIMIT $2 FOR UPDATE SKIP LOCKED) due, intent i
    WHERE o.account_id = due.account_id AND o.id = due.id AND i.account_id = o.account_id AND i.id = o.intent_id
    RETURNING o.*, i.currency, i.expires_at AS intent_expires_at`,
    [new Date(now), INQUIRY.perRoundMax, gateway],
  );
  return rows;
}

async function followUp(deps: PaymentDependencies, operation: Due): Promise<void> {
  const isFirst = (operation.kind === 'reverse' || operation.try_no !== null) && operation.inquiries === 1;
  const {
    operation: now,
    locked,
    report,
  } = isFirst
    ? await runOperation(deps, operation, operation.currency)
    : await inquire(deps, operation, operation.currency);
  // It is in manual review already. Another queue's name would hide the reason.
  if (now.state !== 'pending' || now.queue !== null) return;
  // While the customer is on the provider's page or in the app, the operation may wait until the intent expires. Some
  // providers cannot close a page that the customer gave up: it is open, and its outcome is not unknown.
  const isOpen = locked.row.status === 'requires_action' || report.kind === 'action';
  const customerUntilMs = isOpen ? locked.row.expires_at.getTime() : null;
  if (deps.clock() < reviewDueAtMs(now, customerUntilMs)) return;
  await openManualReview(deps, now, {
    queue: 'unknown_outcome',
    why: `the provider has not reported a result of this ${now.kind}`,
  });
}

async function reportFailure(deps: PaymentDependencies, operation: Due, error: unknown): Promise<void> {
  deps.log.warn({ operation: operation.id, error: (error as Error).message }, 'inquiry.failed');
  if (operation.queue === null && deps.clock() >= reviewDueAtMs(operation, null))
    await openManualReview(deps, operation, { queue: 'unknown_outcome', why: (error as Error).message });
}
