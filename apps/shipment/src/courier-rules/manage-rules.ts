import { isDeepStrictEqual } from 'node:util';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { conflict, Refusal } from '@qafila/envelopes/refusal';
import type { ListQuery } from '@qafila/schema/page-fields';
import { Place, Violations } from '@qafila/schema/violations';
import type { CourierRulesRow, RuleChanges } from '../selection/courier-rules.entity.ts';
import { newestRules } from '../selection/newest-rules.ts';
import type { CourierRule } from '../selection/rule.schema.ts';
import type { Owner, Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { CourierRulesAnswer, CourierRulesVersion, SetCourierRulesBody } from './rules-answer.schema.ts';

/** Writes the next version. Of two changes of one version the primary key admits one. */
export async function setRules(
  dependencies: ShipmentDependencies,
  person: Person,
  { version, rules, note }: SetCourierRulesBody,
): Promise<CourierRulesAnswer> {
  const { pool, clock, selector } = dependencies;
  judgeRules(dependencies, rules);
  const newest = await newestRules(pool, person);
  const { rowCount } = await pool.query(
    `
    INSERT INTO courier_rules (account_id, mode, version, rules, changes, note, changed_at, changed_by)
    SELECT $1, $2, $3::integer + 1, $4, $5, $6, $7, $8
    WHERE $3::integer = coalesce((SELECT max(version) FROM courier_rules WHERE account_id = $1 AND mode = $2), 0)
    ON CONFLICT DO NOTHING`,
    [
      person.accountId,
      person.mode,
      version,
      JSON.stringify(rules),
      JSON.stringify(changesBetween(newest.rules, rules)),
      note ?? null,
      new Date(clock()),
      person.keyId,
    ],
  );
  selector.forget(person.accountId);
  if (rowCount === 0)
    throw conflict(
      'RULES_CHANGED',
      `version ${version} is not the newest: read the rules again, and send your change of them.`,
      {},
      'version',
    );
  return { version: version + 1, rules };
}

/** Rules may name couriers that are not connected yet, but none that the deployment does not have. */
export function judgeRules({ couriers }: ShipmentDependencies, rules: readonly CourierRule[]): void {
  const violations = new Violations();
  const names = new Set<string>();
  for (const [index, rule] of rules.entries()) {
    const at = new Place(`rules.${index}`, {}, violations, 'body');
    if (names.has(rule.name)) at.below('name').fail('is the name of a rule before');
    names.add(rule.name);
    for (const [place, { courierId }] of rule.couriers.entries())
      if (!couriers.ids.includes(courierId))
        at.below('couriers')
          .below(place)
          .below('courierId')
          .fail(`is not a courier here (there are ${couriers.ids.join(', ') || 'none'})`, 'COURIER_UNKNOWN');
  }
  violations.check();
}

function changesBetween(before: readonly CourierRule[], after: readonly CourierRule[]): RuleChanges {
  const known = new Map(before.map((rule) => [rule.name, rule]));
  const names = new Set(after.map(({ name }) => name));
  const stayed = after.filter(({ name }) => known.has(name));
  return {
    added: after.filter(({ name }) => !known.has(name)).map(({ name }) => name),
    removed: before.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    // Without the classes: a stored rule is a plain object.
    changed: stayed
      .filter((rule) => !isDeepStrictEqual(known.get(rule.name), JSON.parse(JSON.stringify(rule))))
      .map(({ name }) => name),
    reordered: !isDeepStrictEqual(
      before.filter(({ name }) => names.has(name)).map(({ name }) => name),
      stayed.map(({ name }) => name),
    ),
  };
}

/** Newest first. */
export async function listVersions(
  { pool }: ShipmentDependencies,
  { accountId, mode }: Owner,
  query: ListQuery,
): Promise<Page<CourierRulesVersion>> {
  const size = pageSize(query.limit);
  const [before] = decodeCursor(query.cursor, 'number') ?? [];
  const { rows } = await pool.query<CourierRulesRow>(
    `
    SELECT version, changes, note, changed_at, changed_by FROM courier_rules
    WHERE account_id = $1 AND mode = $2 AND ($3::bigint IS NULL OR version < $3) ORDER BY version DESC LIMIT $4`,
    [accountId, mode, before ?? null, size + 1],
  );
  return pageOf(rows, size, {
    item: ({ version, changes, note, changed_at: at, changed_by: by }) => ({
      version,
      changes,
      note,
      changedAt: at.toISOString(),
      changedBy: by,
    }),
    key: ({ version }) => [String(version)],
  });
}

/** The rules of an earlier version, to compare or to send them again. */
export async function findVersion(
  { pool }: ShipmentDependencies,
  { accountId, mode }: Owner,
  version: string,
): Promise<CourierRulesAnswer> {
  const { rows } = /^\d{1,9}$/.test(version)
    ? await pool.query<CourierRulesRow>(
        'SELECT version, rules FROM courier_rules WHERE account_id = $1 AND mode = $2 AND version = $3',
        [accountId, mode, version],
      )
    : { rows: [] };
  const [row] = rows;
  if (row === undefined)
    throw new Refusal(404, 'RULES_NOT_FOUND', `The company has no version ${JSON.stringify(version)} of its rules.`, {
      param: 'version',
    });
  return { version: row.version, rules: row.rules };
}
