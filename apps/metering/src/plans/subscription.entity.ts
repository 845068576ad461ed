import { Column, Entity, PrimaryColumn } from 'typeorm';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { SubscriptionAnswer } from './subscription.schema.ts';
import type { SubscriptionStatus } from './subscription.state.ts';

/** A row of `subscription`: a customer on a plan. */
@Entity('subscription')
export class Subscription {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('text') id!: string;
  @Column('text', { name: 'plan_id' }) planId!: string;
  @Column('text', { name: 'customer_reference' }) customerReference!: string;
  @Column('text') status!: SubscriptionStatus;
  @Column('timestamptz', { name: 'ends_at', nullable: true }) endsAt!: Date | null;
  @Column('integer') revision!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}

/** The columns in SQL, under the entity's names, for statements that change many rows. */
export const SUBSCRIPTION_COLUMNS = `s.account_no AS "accountNo", s.id, s.plan_id AS "planId",
  s.customer_reference AS "customerReference", s.status, s.ends_at AS "endsAt",
  s.revision, s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

/** The owner of a subscription, from its plan's row. */
export interface SubscriptionOwner {
  accountId: string;
  storeId: string;
  mode: string;
}

export function subscriptionView(row: Subscription, owner: SubscriptionOwner): SubscriptionAnswer {
  return {
    id: row.id,
    plan_id: row.planId,
    customer_reference: row.customerReference,
    status: row.status,
    ends_at: row.endsAt?.toISOString() ?? null,
    account_id: owner.accountId,
    store_id: owner.storeId,
    mode: owner.mode,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function subscriptionEvent(
  type: string,
  row: Subscription,
  { accountId, storeId, mode }: SubscriptionOwner,
): CloudEvent<SubscriptionAnswer> {
  const owner = { accountId, storeId, mode };
  return cloudEvent({
    source: '/qafila/metering',
    type,
    subject: row.id,
    owner,
    aggregateVersion: row.revision,
    traceparent: currentTraceparent(),
    data: subscriptionView(row, owner),
  });
}
