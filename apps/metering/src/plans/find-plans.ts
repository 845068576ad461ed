import type { DataSource, EntityManager } from 'typeorm';
import { notFound } from '@qafila/envelopes/refusal';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { Plan, planViews } from './plan.entity.ts';
import type { ListPlansQuery, PlanAnswer } from './plan.schema.ts';

type Owner = Pick<Principal, 'accountId' | 'storeId'>;

/** The plan of this store, else 404. `lock`: a read lock prevents changes, a write lock precedes a change. */
export async function findPlan(
  db: EntityManager,
  owner: Owner,
  id: string,
  lock?: 'pessimistic_read' | 'pessimistic_write',
): Promise<Plan> {
  const find = ofStore(db, owner).andWhere('plan.id = :id', { id });
  // Only the plan's row is locked: all requests of the account share the account's row.
  if (lock !== undefined) find.setLock(lock, undefined, ['plan']);
  const plan = id.includes('\0') ? null : await find.getOne();
  if (plan === null) throw notFound('plan', id);
  return plan;
}

export async function getPlan(source: DataSource, owner: Owner, id: string): Promise<PlanAnswer> {
  const plan = await findPlan(source.manager, owner, id);
  const [view] = await planViews(source.manager, [plan], owner.accountId);
  return view as PlanAnswer;
}

/** Newest first. */
export async function listPlans(source: DataSource, owner: Owner, query: ListPlansQuery): Promise<Page<PlanAnswer>> {
  const size = pageSize(query.limit);
  const after = decodeCursor(query.cursor, 'time', 'text');
  const find = ofStore(source.manager, owner)
    .orderBy('plan.createdAt', 'DESC')
    .addOrderBy('plan.id', 'DESC')
    .limit(size + 1);
  if (query.active !== undefined) find.andWhere('plan.active = :active', { active: query.active });
  if (after !== undefined)
    find.andWhere('(plan.created_at, plan.id) < (:at::timestamptz, :id)', { at: after[0], id: after[1] });
  const views = await planViews(source.manager, await find.getMany(), owner.accountId);
  return pageOf(views, size, { item: (view) => view, key: (view) => [view.createdAt, view.id] });
}

function ofStore(db: EntityManager, owner: Owner) {
  return db
    .getRepository(Plan)
    .createQueryBuilder('plan')
    .innerJoin('account', 'account', 'account.account_no = plan.account_no')
    .where('account.account_id = :accountId AND plan.store_id = :storeId', {
      accountId: owner.accountId,
      storeId: owner.storeId,
    });
}
