import { fromMinorUnits, toMinorUnits } from '@qafila/money/minor-units';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { Place, Violations } from '@qafila/schema/violations';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import type { GatewayCostsAnswer, GatewayCostsBody } from './cost.schema.ts';
import { judgeGateway } from './read-rule.ts';

/** What is set, and for the other gateways what the books say. */
export async function listCosts({ standings }: PaymentDependencies, owner: Owner): Promise<GatewayCostsAnswer> {
  const terms = await standings.costs.of(owner);
  const isSet = (gateway: string, currency: string): boolean =>
    terms.some((each) => each.gateway === gateway && each.currency === currency && each.from === 'settings');
  const shown = terms.filter(({ gateway, currency, from }) => from === 'settings' || !isSet(gateway, currency));
  return {
    costs: shown.map(({ gateway, currency, share, fixedMinor, from }) => ({
      gateway_type: gateway,
      currency,
      percent: Math.round(share * 1_000_000) / 10_000,
      fixed: Number(fromMinorUnits(BigInt(fixedMinor), currency)),
      from,
    })),
  };
}

export async function setCosts(
  deps: PaymentDependencies,
  owner: Owner,
  { costs }: GatewayCostsBody,
): Promise<GatewayCostsAnswer> {
  const violations = new Violations();
  const judge = judgeGateway(await deps.providers.ofStore(owner));
  for (const [index, { gateway_type: type }] of costs.entries())
    judge(type, new Place(`costs.${index}.gateway_type`, {}, violations, 'body'));
  violations.check();
  const key = [owner.accountId, owner.storeId, owner.mode];
  await inTransaction(deps.pool, async (tx) => {
    // Two changes at once take turns, so that the list is never a mixture of both.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`gateway costs ${key.join(' ')}`]);
    await tx.query('DELETE FROM gateway_cost WHERE account_id = $1 AND store_id = $2 AND mode = $3', key);
    await tx.query(
      `INSERT INTO gateway_cost (account_id, store_id, mode, gateway, currency, percent, fixed_minor)
      SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::float8[], $7::bigint[])`,
      [
        ...key,
        costs.map(({ gateway_type: type }) => type),
        costs.map(({ currency }) => currency),
        costs.map(({ percent }) => percent),
        costs.map(({ fixed = '0', currency }) => String(toMinorUnits(fixed, currency))),
      ],
    );
  });
  deps.standings.costs.forget(owner);
  return listCosts(deps, owner);
}
