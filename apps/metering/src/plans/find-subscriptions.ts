import type { DataSource, EntityManager } from 'typeorm';
import { notFound } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { findPlan } from './find-plans.ts';
import type { ListSubscriptionsQuery, SubscriptionAnswer } from './subscription.schema.ts';
import { Subscription, subscriptionView } from './subscription.entity.ts';

export interface SubscriptionPath {
  planId: string;
  id: string;
}

/** The subscription of this plan, else 404. `lock` is for a transaction that changes the row. */
export async function findSubscription(
  db: EntityManager,
  owner: Principal,
  { planId, id }: SubscriptionPath,
  lock = false,
): Promise<Subscription> {
  const { accountNo } = await findPlan(db, owner, planId);
  const subscription = id.includes('\0')
    ? null
    : await db.findOne(Subscription, {
        where: { accountNo, planId, id },
        ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
      });
  if (subscription === null) throw notFound('subscription', id);
  return subscription;
}

export async function getSubscription(
  source: DataSource,
  owner: Principal,
  path: SubscriptionPath,
): Promise<SubscriptionAnswer> {
  return subscriptionView(await findSubscription(source.manager, owner, path), owner);
}

/** Newest first. */
export async function listSubscriptions(
  source: DataSource,
  owner: Principal,
  planId: string,
  query: ListSubscriptionsQuery,
): Promise<Page<SubscriptionAnswer>> {
  const size = pageSize(query.limit);
  const after = decodeCursor(query.cursor, 'time', 'text');
  const { accountNo } = await findPlan(source.manager, owner, planId);
  const find = source
    .getRepository(Subscription)
    .createQueryBuilder('s')
    .where('s.account_no = :accountNo AND s.plan_id = :planId', { accountNo, planId })
    .orderBy('s.createdAt', 'DESC')
    .addOrderBy('s.id', 'DESC')
    .limit(size + 1);
  if (query.status !== undefined) find.andWhere('s.status = :status', { status: query.status });
  if (after !== undefined)
    find.andWhere('(s.created_at, s.id) < (:at::timestamptz, :id)', { at: after[0], id: after[1] });
  return pageOf(await find.getMany(), size, {
    item: (row) => subscriptionView(row, owner),
    key: (row) => [row.createdAt.toISOString(), row.id],
  });
}
