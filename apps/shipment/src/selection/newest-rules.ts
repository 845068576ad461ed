import type { Pool, PoolClient } from 'pg';
import type { CourierRulesRow } from './courier-rules.entity.ts';
import type { RuleSet } from './choose-courier.ts';

/** The rules that apply; version 0 without rules when the company has never set any. */
export async function newestRules(
  db: Pool | PoolClient,
  { accountId, mode }: { accountId: string; mode: string },
): Promise<RuleSet> {
  const {
    rows: [row],
  } = await db.query<CourierRulesRow>({
    name: 'newest-courier-rules',
    text: `
      SELECT version, rules FROM courier_rules WHERE account_id = $1 AND mode = $2 ORDER BY version DESC LIMIT 1`,
    values: [accountId, mode],
  });
  return row === undefined ? { version: 0, rules: [] } : { version: row.version, rules: row.rules };
}
