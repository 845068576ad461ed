import { invalid } from '@qafila/envelopes/refusal';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { CASH } from '../limits.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { CodAgeAnswer, CodAgeingQuery, CodTotalAnswer, CodTotalsAnswer, CodTotalsQuery } from './books.schema.ts';

/** The zone of most companies; the request may name another. */
const TIME_ZONE = 'Asia/Riyadh';
const DAY_MS = 86_400_000;
const AMOUNTS = ['expected', 'collected', 'remitted', 'fees', 'adjusted'] as const;
type Amounts = Record<(typeof AMOUNTS)[number], string>;

/** What happened to cash, by day, courier and currency. */
export async function codTotals(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  { from, to, timeZone = TIME_ZONE, courierId, currency }: CodTotalsQuery,
): Promise<CodTotalsAnswer> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0 || days > CASH.totalsDaysMax)
    throw invalid('to', `to must be from 0 to ${CASH.totalsDaysMax} days after from.`);
  const { rows } = await pool.query<Amounts & { date: string; courier: string; currency: string; delivered: number }>(
    TOTALS,
    [accountId, from, to, timeZone, courierId ?? null, currency ?? null],
  );
  if (rows.length > CASH.totalsRowsMax)
    throw invalid('from', `The answer would have more than ${CASH.totalsRowsMax} rows. Request a shorter period.`);
  return {
    timeZone,
    items: rows.map(({ date, courier, currency: code, delivered, ...amounts }): CodTotalAnswer => {
      const major = Object.fromEntries(AMOUNTS.map((name) => [name, majorOf(amounts[name], code)]));
      return { date, courierId: courier, currency: code, ...(major as Record<keyof Amounts, number>), delivered };
    }),
  };
}

const sumOf = (kind: string): string => `coalesce(sum(amount_minor) FILTER (WHERE kind = '${kind}'), 0)`;

const TOTALS = `
  SELECT to_char((at AT TIME ZONE $4)::date, 'YYYY-MM-DD') AS date, courier, currency, ${sumOf('expected')} AS expected,
    ${sumOf('collected')} AS collected, ${sumOf('remitted')} AS remitted, ${sumOf('fee')} AS fees,
    ${sumOf('adjusted')} AS adjusted,
    coalesce(sum(sign(amount_minor)) FILTER (WHERE kind = 'expected'), 0)::int AS delivered
  FROM cod_entry
  WHERE account_id = $1 AND at >= ($2::date)::timestamp AT TIME ZONE $4
    AND at < ($3::date + 1)::timestamp AT TIME ZONE $4
    AND ($5::text IS NULL OR courier = $5) AND ($6::text IS NULL OR currency = $6)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT ${CASH.totalsRowsMax + 1}`;

interface AgeRow {
  courier: string;
  currency: string;
  parcels: number;
  owed: string;
  to7: string;
  to14: string;
  to30: string;
  over30: string;
  oldest: Date;
}

/** What couriers owe, by how long they have had it. */
export async function codAgeing(
  { pool, clock }: ShipmentDependencies,
  { accountId }: Owner,
  { courierId }: CodAgeingQuery,
): Promise<CodAgeAnswer[]> {
  const { rows } = await pool.query<AgeRow>(AGEING, [accountId, new Date(clock()), courierId ?? null]);
  return rows.map((row) => ({
    courierId: row.courier,
    currency: row.currency,
    parcels: row.parcels,
    owed: majorOf(row.owed, row.currency),
    days0to7: majorOf(row.to7, row.currency),
    days8to14: majorOf(row.to14, row.currency),
    days15to30: majorOf(row.to30, row.currency),
    daysOver30: majorOf(row.over30, row.currency),
    oldest: row.oldest.toISOString(),
  }));
}

const aged = (condition: string): string => `coalesce(sum(owed_minor) FILTER (WHERE ${condition}), 0)`;

const AGEING = `
  SELECT courier, currency, count(*)::int AS parcels, sum(owed_minor) AS owed, ${aged('days <= 7')} AS to7,
    ${aged('days > 7 AND days <= 14')} AS to14, ${aged('days > 14 AND days <= 30')} AS to30,
    ${aged('days > 30')} AS over30, min(since) AS oldest
  FROM (
    SELECT courier, currency, owed_minor, since, floor(extract(epoch FROM $2 - since) / 86400) AS days
    FROM cod_parcel WHERE account_id = $1 AND owed_minor <> 0 AND ($3::text IS NULL OR courier = $3)
  ) owed
  GROUP BY courier, currency ORDER BY courier, currency LIMIT ${CASH.totalsRowsMax}`;

function majorOf(minor: string, currency: string): number {
  return Number(fromMinorUnits(BigInt(minor), currency));
}
