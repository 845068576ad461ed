import { useAnswer } from '../api/queries.ts';
import { useMay } from '../session/session.ts';

export const WAITING = ['reviews', 'disputes', 'exceptions', 'alarms', 'endpoints'] as const;
export type WaitingKind = (typeof WAITING)[number];

/** More than a page waits rarely; then the count is that of the page. */
const LIMIT = 100;

/** How much of each kind waits for a person. What the role may not read counts as none. */
export function useWaitingCounts(): { counts: Record<WaitingKind, number>; isLoading: boolean } {
  const payments = { enabled: useMay('payments:read') };
  const reviews = useAnswer('listReviewQueue', {}, payments);
  const disputes = useAnswer('listDisputes', { query: { status: 'needs_response', limit: LIMIT } }, payments);
  const exceptions = useAnswer('listSettlementExceptions', { query: { status: 'open', limit: LIMIT } }, payments);
  const alarms = useAnswer(
    'listAlarms',
    { query: { resolved: false, limit: LIMIT } },
    { enabled: useMay('shipments:read') },
  );
  const endpoints = useAnswer(
    'listWebhookEndpoints',
    { query: { limit: LIMIT } },
    { enabled: useMay('webhooks:read') },
  );
  const stopped = endpoints.data?.items.filter(({ status }) => status === 'disabled') ?? [];
  return {
    counts: {
      reviews: reviews.data?.items.length ?? 0,
      disputes: disputes.data?.items.length ?? 0,
      exceptions: exceptions.data?.items.length ?? 0,
      alarms: alarms.data?.items.length ?? 0,
      endpoints: stopped.length,
    },
    isLoading: [reviews, disputes, exceptions, alarms, endpoints].some((query) => query.isLoading),
  };
}
