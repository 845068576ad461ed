import type { Pool, PoolClient } from 'pg';
import type { Owner } from '../owner.ts';
import type { RoutingRule } from './choose-providers.ts';
import type { RuleRow } from './rule.entity.ts';

/** All rules of a store, first to last. */
export async function loadRules(db: Pool | PoolClient, { accountId, storeId, mode }: Owner): Promise<RoutingRule[]> {
  const { rows } = await db.query<RuleRow>({
    name: 'routing-rules',
    text: 'SELECT * FROM routing_rule WHERE account_id = $1 AND store_id = $2 AND mode = $3 ORDER BY position, id',
    values: [accountId, storeId, mode],
  });
  return rows.map(({ order_by: orderBy, ...row }) => ({ ...row, orderBy }));
}
