import type { Micros } from '../time/timestamp.ts';
import { periodEnd } from '../time/period.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'canceling', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const SUBSCRIPTION_ACTIONS = ['pause', 'resume', 'cancel', 'cancel_at_period_end'] as const;
export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number];

/** `endsAt`: when a canceling subscription ends, or a canceled one ended. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  endsAt: Date | null;
}

/** Other transitions are refused. An action whose status is already reached changes nothing, so a retry succeeds. */
const NEXT: Record<SubscriptionStatus, Partial<Record<SubscriptionAction, SubscriptionStatus>>> = {
  active: { pause: 'paused', resume: 'active', cancel: 'canceled', cancel_at_period_end: 'canceling' },
  paused: { pause: 'paused', resume: 'active', cancel: 'canceled', cancel_at_period_end: 'canceling' },
  canceling: { resume: 'active', cancel: 'canceled', cancel_at_period_end: 'canceling' },
  canceled: { cancel: 'canceled' },
};

/** The next state; the same object when nothing changes, undefined when the action is refused. */
export function applyAction(
  state: SubscriptionState,
  action: SubscriptionAction,
  now: Date,
): SubscriptionState | undefined {
  const current = statusAt(state, now);
  const next = NEXT[current][action];
  if (next === undefined) return undefined;
  return next === current ? state : { status: next, endsAt: endOf(next, now) };
}

/** A subscription whose end has passed is canceled, even before the period loop has updated its row. */
export function statusAt({ status, endsAt }: SubscriptionState, now: Date): SubscriptionStatus {
  return status === 'canceling' && endsAt !== null && endsAt <= now ? 'canceled' : status;
}

/** A canceling subscription ends with the calendar month in UTC, which is the billing period of its meters. */
export function endOf(status: SubscriptionStatus, now: Date): Date | null {
  if (status === 'canceling') return new Date(periodEnd((now.getTime() * 1000) as Micros) / 1000);
  return status === 'canceled' ? now : null;
}

/** The same transition for many subscriptions: every status that the action changes, and the new status. */
export function statusChange(action: SubscriptionAction): { from: SubscriptionStatus[]; to: SubscriptionStatus } {
  const to = NEXT.active[action] as SubscriptionStatus;
  return { from: SUBSCRIPTION_STATUSES.filter((status) => NEXT[status][action] !== undefined && status !== to), to };
}
