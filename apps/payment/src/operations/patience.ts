import type { OperationRow } from '../intents/operation.entity.ts';
import { INQUIRY, PENDING_MS_MAX } from '../limits.ts';

/**
 * When an operation without a result goes to manual review. What the provider itself reports as pending is slow and not
 * unknown, so its kind decides. While the customer is on the provider's page or in the app, the time has not started.
 */
export function reviewDueAtMs(
  { kind, started_at: started, pending_since: pendingSince }: OperationRow,
  customerUntilMs: number | null,
): number {
  if (pendingSince !== null) return started.getTime() + PENDING_MS_MAX[kind];
  return (customerUntilMs ?? started.getTime()) + INQUIRY.reviewAfterMs;
}

/** The gap to the next inquiry in SQL, for the columns of `o`: seconds when it is unknown, up to hours when pending. */
export const INQUIRY_GAP_MS = `
  CASE WHEN o.pending_since IS NULL THEN least(${INQUIRY.firstMs} * (1 + o.inquiries), ${INQUIRY.gapMsMax})
  ELSE greatest(least(extract(epoch FROM $1::timestamptz - o.pending_since) * 250, ${INQUIRY.pendingGapMsMax}),
    ${INQUIRY.firstMs}) END`;
