import type { DataSource } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { ListQuery } from '@qafila/schema/page-fields';
import { periodEnd } from '../time/period.ts';
import type { ChargeAnswer, ChargeLine, ChargeTotal } from './charge.schema.ts';
import { findSubscription } from './find-subscriptions.ts';
import type { SubscriptionPath } from './find-subscriptions.ts';

interface Row {
  start: Date;
  closed_at: Date;
  lines: Omit<ChargeLine, 'explanation' | 'currency'>[];
  totals: ChargeTotal[];
}

/**
 * Numbers stay numeric in PostgreSQL, which adds and multiplies them exactly, however wide a total is. A period is due
 * when the subscription was active, or canceling, at some moment of it. It is listed when all meters of the plan have
 * closed it. Closed totals and prices never change, so neither does a charge.
 */
const CHARGES = `
  WITH sub AS (
    SELECT s.*, p.recurring FROM subscription s JOIN plan p ON p.account_no = s.account_no AND p.id = s.plan_id
    WHERE s.account_no = $1 AND s.id = $2
  ),
  known AS (
    SELECT 0 AS revision, 'active' AS status, created_at AS since FROM sub
    UNION SELECT revision, status, since FROM subscription_status WHERE account_no = $1 AND subscription_id = $2
    UNION SELECT revision, status, updated_at FROM sub
  ),
  span AS (
    SELECT known.status, known.since,
      least(coalesce(lead(known.since) OVER (ORDER BY known.revision), 'infinity'), sub.ends_at) AS until
    FROM known CROSS JOIN sub
  ),
  due AS (SELECT since, until FROM span WHERE status IN ('active', 'canceling') AND since < until),
  line AS (
    SELECT p.start, p.closed_at, b.position, b.price, m.id AS meter_id, priced.*, b.price ->> 'currency' AS currency,
      coalesce((b.price ->> 'fixed_fee')::numeric, 0) + priced.charged_units
        * coalesce(b.price ->> 'overage_unit_amount', b.price ->> 'unit_amount')::numeric AS amount
    FROM sub JOIN plan_meter b ON b.account_no = sub.account_no AND b.plan_id = sub.plan_id
    JOIN meter m ON m.account_no = b.account_no AND m.meter_no = b.meter_no
    JOIN usage_period p ON p.account_no = b.account_no AND p.meter_no = b.meter_no
    CROSS JOIN LATERAL (SELECT greatest(coalesce(p.value, 0), 0) AS units) AS used
    CROSS JOIN LATERAL (
      SELECT used.units, greatest(used.units - coalesce((b.price ->> 'included_units')::numeric, 0), 0) AS charged_units
    ) AS priced
    WHERE ($3::timestamptz IS NULL OR p.start < $3)
      AND EXISTS (SELECT 1 FROM due WHERE due.since < p.start + interval '1 month' AND due.until > p.start)
      AND (sub.recurring OR p.start = date_trunc('month', (SELECT min(since) FROM due), 'UTC'))
  )
  SELECT start, max(closed_at) AS closed_at,
    json_agg(json_build_object('meter_id', meter_id, 'price', price, 'units', trim_scale(units)::text,
      'charged_units', trim_scale(charged_units)::text, 'amount', trim_scale(amount)::text) ORDER BY position) AS lines,
    (SELECT json_agg(json_build_object('currency', currency, 'amount', trim_scale(total)::text) ORDER BY place)
     FROM (SELECT currency, sum(amount) AS total, min(position) AS place FROM line AS same
       WHERE same.start = line.start GROUP BY currency) AS sums) AS totals
  FROM line GROUP BY start
  HAVING count(*) = (
    SELECT count(*) FROM plan_meter b JOIN sub ON b.account_no = sub.account_no AND b.plan_id = sub.plan_id
  )
  ORDER BY start DESC LIMIT $4`;

/** The charges of a subscription, the latest period first. */
export async function findCharges(
  source: DataSource,
  owner: Principal,
  path: SubscriptionPath,
  query: ListQuery,
): Promise<Page<ChargeAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'time')?.[0] ?? null;
  const { accountNo, id } = await findSubscription(source.manager, owner, path);
  const rows = (await source.query(CHARGES, [accountNo, id, before, size + 1])) as Row[];
  return pageOf(rows, size, { item: chargeAnswer, key: (row) => [row.start.toISOString()] });
}

function chargeAnswer(row: Row): ChargeAnswer {
  return {
    period_start: row.start.toISOString(),
    period_end: new Date(periodEnd(row.start.getTime() * 1000) / 1000).toISOString(),
    closed_at: row.closed_at.toISOString(),
    lines: row.lines.map((line) => ({ ...line, currency: line.price.currency, explanation: explain(line) })),
    totals: row.totals,
  };
}

/** How the amount comes about. Pure. */
export function explain({ price, units, charged_units: charged }: Row['lines'][number]): string {
  const { currency } = price;
  if (price.model === 'per_unit') return `${units} units at ${price.unit_amount} ${currency} each.`;
  const fee = `Fixed fee of ${price.fixed_fee} ${currency} with ${price.included_units} units included`;
  return charged === '0'
    ? `${fee}; ${units} were used.`
    : `${fee}, plus ${charged} further units at ${price.overage_unit_amount} ${currency} each.`;
}
