import type { Micros } from '../events/timestamp.ts';
import { periodEnd } from '../periods/period.ts';

export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'canceling', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const SUBSCRIPTION_ACTIONS = ['pause', 'resume', 'cancel', 'cancel_at_period_end'] as const;
export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number];

/** Where a subscription stands: `endsAt` is when a canceling one ends, or a canceled one ended. */
export interface Standing { status: SubscriptionStatus; endsAt: Date | null }

/** What is not here is refused. Asking for what is already so changes nothing: a retry must not fail. */
const NEXT: Record<SubscriptionStatus, Partial<Record<SubscriptionAction, SubscriptionStatus>>> = {
  active: { pause: 'paused', resume: 'active', cancel: 'canceled', cancel_at_period_end: 'canceling' },
  paused: { pause: 'paused', resume: 'active', cancel: 'canceled', cancel_at_period_end: 'canceling' },
  canceling: { resume: 'active', cancel: 'canceled', cancel_at_period_end: 'canceling' },
  canceled: { cancel: 'canceled' },
};

/** The next standing; the same object when nothing changes, undefined when the action is refused. */
export function step(standing: Standing, action: SubscriptionAction, now: Date): Standing | undefined {
  const status = NEXT[statusAt(standing, now)][action];
  if (status === undefined || status === statusAt(standing, now)) return status && standing;
  return { status, endsAt: endOf(status, now) };
}

/** An end that has come holds before the period loop writes it down. */
export function statusAt({ status, endsAt }: Standing, now: Date): SubscriptionStatus {
  return status === 'canceling' && endsAt !== null && endsAt <= now ? 'canceled' : status;
}

/** A canceling subscription ends with the calendar month in UTC: the period that its meters are billed by. */
export function endOf(status: SubscriptionStatus, now: Date): Date | null {
  if (status === 'canceling') return new Date(periodEnd(now.getTime() * 1000 as Micros) / 1000);
  return status === 'canceled' ? now : null;
}

/** The same step for many at once: every status that the action changes, and what it becomes. */
export function moves(action: SubscriptionAction): { from: SubscriptionStatus[]; to: SubscriptionStatus } {
  const to = NEXT.active[action] as SubscriptionStatus;
  return { from: SUBSCRIPTION_STATUSES.filter((status) => NEXT[status][action] !== undefined && status !== to), to };
}
