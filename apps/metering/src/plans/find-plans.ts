import type { DataSource, EntityManager } from 'typeorm';
import { notFound } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { Plan, planViews } from './plan.entity.ts';
import type { PlanView } from './plan.entity.ts';
import type { ListPlansQuery } from './plan.schema.ts';

type Owner = Pick<Principal, 'accountId' | 'storeId'>;

/** The plan of this store, locked when asked (a share lock keeps it as it is, a write lock is for changing it). Else 404. */
export async function findPlan(db: EntityManager, owner: Owner, id: string, lock?: 'pessimistic_read' | 'pessimistic_write'): Promise<Plan> {
  const find = ofStore(db, owner).andWhere('plan.id = :id', { id });
  // Of the plan's row alone: the account's row is everyone's.
  if (lock !== undefined) find.setLock(lock, undefined, ['plan']);
  const plan = id.includes('\0') ? null : await find.getOne();
  if (plan === null) throw notFound('plan', id);
  return plan;
}

export async function getPlan(source: DataSource, owner: Owner, id: string): Promise<PlanView> {
  const plan = await findPlan(source.manager, owner, id);
  const [view] = await planViews(source.manager, [plan], owner.accountId);
  return view as PlanView;
}

/** Newest first. */
export async function listPlans(source: DataSource, owner: Owner, query: ListPlansQuery): Promise<Page<PlanView>> {
  const size = pageSize(query.limit);
  const after = decodeCursor(query.cursor, 2);
  const find = ofStore(source.manager, owner).orderBy('plan.createdAt', 'DESC').addOrderBy('plan.id', 'DESC').limit(size + 1);
  if (query.active !== undefined) find.andWhere('plan.active = :active', { active: query.active === 'true' });
  if (after !== undefined) find.andWhere('(plan.created_at, plan.id) < (:at::timestamptz, :id)', { at: after[0], id: after[1] });
  const views = await planViews(source.manager, await find.getMany(), owner.accountId);
  return pageOf(views, size, { item: (view) => view, key: (view) => [view.createdAt, view.id] });
}

function ofStore(db: EntityManager, owner: Owner) {
  return db.getRepository(Plan).createQueryBuilder('plan')
    .innerJoin('account', 'account', 'account.account_no = plan.account_no')
    .where('account.account_id = :accountId AND plan.store_id = :storeId', { accountId: owner.accountId, storeId: owner.storeId });
}
