import { Column, Entity, In, PrimaryColumn } from 'typeorm';
import type { EntityManager } from 'typeorm';
import type { PlanAnswer, PlanMeterAnswer } from './plan.schema.ts';
import type { Price } from './price.schema.ts';

/** A row of `plan`. Customers subscribe to plans. */
@Entity('plan')
export class Plan {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'store_id' }) storeId!: string;
  @Column('text') mode!: string;
  @Column('text') name!: string;
  @Column('boolean') active!: boolean;
  @Column('boolean') recurring!: boolean;
  @Column('integer') revision!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** A row of `plan_meter`: a meter that the plan charges for. Bindings never change; a new price needs a new plan. */
@Entity('plan_meter')
export class PlanMeter {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('text', { name: 'plan_id' }) planId!: string;
  @PrimaryColumn('integer', { name: 'meter_no' }) meterNo!: number;
  @Column('smallint') position!: number;
  @Column('json') price!: Price;
}

export function planView(plan: Plan, accountId: string, meters: PlanMeterAnswer[]): PlanAnswer {
  return {
    id: plan.id,
    name: plan.name,
    active: plan.active,
    recurring: plan.recurring,
    meters,
    account_id: accountId,
    store_id: plan.storeId,
    mode: plan.mode,
    createdAt: plan.createdAt.toISOString(),
    updatedAt: plan.updatedAt.toISOString(),
  };
}

interface BindingRow extends PlanMeterAnswer {
  plan_id: string;
}

/** Plans of one account with their meters. The table refers to meters by number. */
export async function planViews(db: EntityManager, plans: Plan[], accountId: string): Promise<PlanAnswer[]> {
  const [first] = plans;
  if (first === undefined) return [];
  const rows = (await db.query(
    `
    SELECT pm.plan_id, m.id AS meter_id, pm.price FROM plan_meter pm JOIN meter m USING (account_no, meter_no)
    WHERE pm.account_no = $1 AND pm.plan_id = ANY($2) ORDER BY pm.plan_id, pm.position`,
    [first.accountNo, plans.map((plan) => plan.id)],
  )) as BindingRow[];
  const meters = new Map<string, PlanMeterAnswer[]>(plans.map((plan) => [plan.id, []]));
  for (const { plan_id, meter_id, price } of rows) meters.get(plan_id)?.push({ meter_id, price });
  return plans.map((plan) => planView(plan, accountId, meters.get(plan.id) as PlanMeterAnswer[]));
}

export function plansByIds(db: EntityManager, accountNo: number, ids: string[]): Promise<Plan[]> {
  return db.findBy(Plan, { accountNo, id: In(ids) });
}
