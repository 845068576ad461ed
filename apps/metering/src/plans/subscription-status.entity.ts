import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SubscriptionStatus } from './subscription.state.ts';

/** A row of `subscription_status`: the status that one revision of a subscription had. A trigger writes it. */
@Entity('subscription_status')
export class PastSubscriptionStatus {
  @PrimaryColumn('integer', { name: 'account_no' }) accountNo!: number;
  @PrimaryColumn('text', { name: 'subscription_id' }) subscriptionId!: string;
  @PrimaryColumn('integer') revision!: number;
  @Column('text') status!: SubscriptionStatus;
  @Column('timestamptz') since!: Date;
}
