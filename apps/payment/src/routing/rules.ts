import type { Pool, PoolClient } from 'pg';
import type { Owner } from '../payments.ts';
import type { RoutingRule, RuleConditions } from './choose-gateways.ts';

/** A row of `routing_rule`. */
export interface RuleRow {
  id: string;
  position: number;
  enabled: boolean;
  gateway: string;
  fallback: string[];
  labels: string[];
  conditions: RuleConditions;
  split: { gateway: string; percent: number }[];
  created_at: Date;
  updated_at: Date;
}

/** All rules of a store, first to last. */
export async function loadRules(db: Pool | PoolClient, { accountId, storeId, mode }: Owner): Promise<RoutingRule[]> {
  const { rows } = await db.query<RuleRow>({
    name: 'routing-rules', text: 'SELECT * FROM routing_rule WHERE account_id = $1 AND store_id = $2 AND mode = $3 ORDER BY position, id', values: [accountId, storeId, mode],
  });
  return rows;
}
