/** The queues of manual review: what the service cannot find out by itself (docs/payments.md). */
export const QUEUES = ['unknown_outcome', 'contradiction', 'reversal_refused'] as const;
export type Queue = (typeof QUEUES)[number];
