import { inTransaction } from '@qafila/runtime/in-transaction';
import { WATCH } from '../limits.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { WatchRuleRow } from './watch-rule.entity.ts';
import type { WatchAnswer, WatchRule } from './watch.schema.ts';

export async function watchRules({ pool }: ShipmentDependencies, { accountId }: Owner): Promise<WatchAnswer> {
  const { rows } = await pool.query<WatchRuleRow>(
    'SELECT * FROM watch_rule WHERE account_id = $1 ORDER BY courier, service',
    [accountId],
  );
  return {
    rules: rows.map(({ courier, service, days }) => ({
      ...(courier !== '' && { courierId: courier }),
      ...(service !== '' && { serviceCode: service }),
      days,
    })),
    domesticDays: WATCH.domesticDays,
    internationalDays: WATCH.internationalDays,
  };
}

/** Replaces all rules. Of two for the same courier and service the last counts. */
export async function changeWatchRules(
  deps: ShipmentDependencies,
  { accountId }: Owner,
  rules: readonly WatchRule[],
): Promise<void> {
  const byKey = new Map(rules.map((rule) => [JSON.stringify([rule.courierId, rule.serviceCode]), rule]));
  const all = [...byKey.values()];
  await inTransaction(deps.pool, async (tx) => {
    // Two that change the rules at once take turns.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`watch ${accountId}`]);
    await tx.query('DELETE FROM watch_rule WHERE account_id = $1', [accountId]);
    await tx.query(
      `INSERT INTO watch_rule (account_id, courier, service, days)
      SELECT $1, * FROM unnest($2::text[], $3::text[], $4::integer[])`,
      [
        accountId,
        all.map(({ courierId }) => courierId ?? ''),
        all.map(({ serviceCode }) => serviceCode ?? ''),
        all.map(({ days }) => days),
      ],
    );
  });
}
