import type { Pool } from 'pg';
import type { Owner } from '../owner.ts';

/** An inconsistency in the books. */
export interface Imbalance {
  what: string;
  account_id: string;
  place: string;
  detail: string;
}

/** $1 to $3 are the owner, all null for every store. Each check returns at most $4 inconsistencies. */
const OWN = (row: string): string =>
  `($1::text IS NULL OR (${row}.account_id = $1 AND ${row}.store_id = $2 AND ${row}.mode = $3))`;

const CHECKS: { what: string; sql: string }[] = [
  {
    what: 'a posting does not sum to zero',
    sql: `SELECT l.account_id, l.posting AS place, sum(l.amount_minor)::text AS detail FROM ledger_line l
      WHERE ${OWN('l')} GROUP BY l.account_id, l.posting
      HAVING sum(l.amount_minor) <> 0 OR count(*) < 2 OR count(DISTINCT l.currency) > 1
      OR count(DISTINCT l.gateway) > 1`,
  },
  {
    what: "a store's books do not sum to zero",
    sql: `SELECT l.account_id, l.store_id || ' ' || l.mode || ' ' || l.currency || ' '
        || coalesce(l.gateway, a.gateway, '') AS place, sum(l.amount_minor)::text AS detail
      FROM ledger_line l LEFT JOIN attempt a ON a.account_id = l.account_id AND a.id = l.attempt_id
      WHERE ${OWN('l')} GROUP BY l.account_id, l.store_id, l.mode, l.currency, coalesce(l.gateway, a.gateway, '')
      HAVING sum(l.amount_minor) <> 0`,
  },
  {
    what: 'an intent and the books differ',
    sql: `SELECT i.account_id, i.id AS place, 'captured ' || i.captured_minor || ', refunded ' || i.refunded_minor
        || ', in the books ' || coalesce(l.captured, 0) || ' and ' || coalesce(l.refunded, 0) AS detail
      FROM intent i LEFT JOIN (
        SELECT l.account_id, l.intent_id, -sum(l.amount_minor) FILTER (WHERE l.kind = 'capture') AS captured,
          sum(l.amount_minor) FILTER (WHERE l.kind IN ('refund', 'refund_covered', 'refund_returned')) AS refunded
        FROM ledger_line l WHERE l.ledger_account = 'merchant_payable' AND ${OWN('l')}
        GROUP BY l.account_id, l.intent_id
      ) l ON l.account_id = i.account_id AND l.intent_id = i.id
      WHERE ${OWN('i')}
      AND (i.captured_minor <> coalesce(l.captured, 0) OR i.refunded_minor <> coalesce(l.refunded, 0))`,
  },
  {
    what: 'an intent was captured twice',
    sql: `SELECT l.account_id, l.intent_id AS place, count(*)::text AS detail FROM ledger_line l
      WHERE l.kind = 'capture' AND l.line = 0 AND ${OWN('l')} GROUP BY l.account_id, l.intent_id
      HAVING count(*) > greatest(1, (SELECT count(*) FROM operation o WHERE o.account_id = l.account_id
        AND o.intent_id = l.intent_id AND o.kind = 'capture' AND o.state = 'done' AND o.final_capture IS NOT NULL))`,
  },
  {
    what: 'an adjustment and its posting differ',
    sql: `SELECT coalesce(d.account_id, l.account_id) AS account_id, coalesce(d.id, l.posting) AS place,
        'decided ' || coalesce(d.amount_minor || ' from ' || d.credit_account || ' to ' || d.debit_account, 'nothing')
        || ', posted ' || coalesce(l.amount || ' from ' || l.credit || ' to ' || l.debit, 'nothing')
        || coalesce(' for ' || coalesce(l.intent_id, l.gateway) || ' in ' || l.currency, '') AS detail
      FROM (SELECT r.* FROM review_decision r WHERE r.kind = 'adjustment' AND r.state = 'applied' AND ${OWN('r')}) d
      FULL JOIN (
        SELECT l.account_id, l.posting, max(l.amount_minor) AS amount, max(l.intent_id) AS intent_id,
          max(l.attempt_id) AS attempt_id, max(l.gateway) AS gateway, max(l.currency) AS currency,
          max(l.ledger_account) FILTER (WHERE l.amount_minor > 0) AS debit,
          max(l.ledger_account) FILTER (WHERE l.amount_minor < 0) AS credit
        FROM ledger_line l WHERE l.kind = 'adjustment' AND ${OWN('l')} GROUP BY l.account_id, l.posting
      ) l ON l.account_id = d.account_id AND l.posting = 'adjustment/' || d.id
      WHERE (d.amount_minor, d.debit_account, d.credit_account, d.intent_id, d.attempt_id, d.currency,
          coalesce(d.gateway, l.gateway)) IS DISTINCT FROM
        (l.amount, l.debit, l.credit, l.intent_id, l.attempt_id, l.currency, l.gateway)`,
  },
  {
    what: 'a dispute and the books differ',
    sql: `SELECT coalesce(d.account_id, l.account_id) AS account_id, coalesce(d.intent_id, l.intent_id) AS place,
        'withheld ' || coalesce(d.withheld, 0) || ', lost ' || coalesce(d.lost, 0) || ', in the books '
        || coalesce(l.withheld, 0) || ' and ' || coalesce(l.lost, 0) AS detail
      FROM (SELECT d.account_id, d.intent_id, sum(d.withheld_minor) AS withheld, sum(d.lost_minor) AS lost
        FROM dispute d WHERE ${OWN('d')} GROUP BY d.account_id, d.intent_id) d
      FULL JOIN (
        SELECT l.account_id, l.intent_id,
          sum(l.amount_minor) FILTER (WHERE l.ledger_account = 'dispute_reserve') AS withheld,
          sum(l.amount_minor) FILTER (WHERE l.ledger_account = 'merchant_payable') AS lost
        FROM ledger_line l WHERE l.kind IN ('dispute_hold', 'dispute_release', 'dispute_won', 'dispute_lost',
          'dispute_lost_returned') AND ${OWN('l')} GROUP BY l.account_id, l.intent_id
      ) l ON l.account_id = d.account_id AND l.intent_id = d.intent_id
      WHERE (coalesce(d.withheld, 0), coalesce(d.lost, 0)) <> (coalesce(l.withheld, 0), coalesce(l.lost, 0))`,
  },
  {
    what: 'no pending operation returns money in suspense',
    sql: `SELECT l.account_id, l.attempt_id AS place, sum(l.amount_minor)::text AS detail FROM ledger_line l
      WHERE l.ledger_account = 'suspense' AND ${OWN('l')} GROUP BY l.account_id, l.attempt_id
      HAVING sum(l.amount_minor) <> 0 AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.account_id = l.account_id
      AND o.attempt_id = l.attempt_id AND o.kind = 'reverse' AND (o.state = 'pending' OR o.queue IS NOT NULL))
      AND NOT EXISTS (SELECT 1 FROM attempt a JOIN intent i ON i.account_id = a.account_id AND i.id = a.intent_id
      WHERE a.account_id = l.account_id AND a.id = l.attempt_id AND i.over_refunded_minor = sum(l.amount_minor))`,
  },
  {
    what: 'a settled line is not booked as the gateway reported it',
    sql: `SELECT s.account_id, s.gateway || ' ' || s.line_key AS place, s.kind || ', booked ' || s.posting AS detail
      FROM settlement_line s WHERE ${OWN('s')} AND s.posting IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM ledger_line l WHERE l.account_id = s.account_id AND l.posting = s.posting
        AND l.store_id = s.store_id AND l.mode = s.mode AND l.currency = coalesce(s.exchanged_currency, s.currency))`,
  },
  {
    what: 'a settled line in another currency and its exchange differ',
    sql: `SELECT coalesce(s.account_id, l.account_id) AS account_id, coalesce(s.line_key, l.posting) AS place,
        'exchanged ' || coalesce(s.amount || ' ' || s.currency, 'nothing') || ', in the books '
        || coalesce(l.amount || ' ' || l.currency, 'nothing') AS detail
      FROM (SELECT s.account_id, s.line_key,
          s.store_id || '/' || s.mode || '/' || s.gateway || '/' || s.line_key AS name, x.kind, x.amount, x.currency
        FROM settlement_line s CROSS JOIN LATERAL (VALUES ('exchange_from', s.exchanged_minor, s.exchanged_currency),
          ('exchange_to', s.gross_minor, s.currency)) AS x(kind, amount, currency)
        WHERE s.exchanged_currency IS NOT NULL AND s.state = 'matched' AND x.amount <> 0 AND ${OWN('s')}) s
      FULL JOIN (SELECT l.account_id, l.posting, l.kind, l.currency,
          CASE l.kind WHEN 'exchange_to' THEN l.amount_minor ELSE -l.amount_minor END AS amount
        FROM ledger_line l WHERE l.kind IN ('exchange_from', 'exchange_to') AND l.ledger_account = 'gateway_receivable'
        AND ${OWN('l')}) l
      ON l.account_id = s.account_id AND l.posting = s.kind || '/' || s.name
      WHERE (s.amount, s.currency) IS DISTINCT FROM (l.amount, l.currency)`,
  },
  {
    what: 'fees of settled payments differ from what the gateway kept',
    sql: `SELECT s.account_id, s.attempt_id AS place,
        'kept ' || s.kept || ', in the books ' || coalesce(sum(l.amount_minor), 0) AS detail
      FROM (SELECT s.account_id, s.attempt_id, s.intent_id, sum(s.fee_minor) AS kept FROM settlement_line s
        WHERE ${OWN('s')} AND s.state = 'matched' AND s.attempt_id IS NOT NULL
        GROUP BY s.account_id, s.attempt_id, s.intent_id) s
      LEFT JOIN ledger_line l ON l.account_id = s.account_id AND l.intent_id = s.intent_id
        AND l.attempt_id = s.attempt_id AND l.ledger_account = 'fees' AND l.kind <> 'adjustment'
      WHERE NOT EXISTS (SELECT 1 FROM ledger_line c JOIN settlement_exception e ON e.account_id = c.account_id
        AND e.posting = c.posting AND e.adjusted_fee_minor <> 0
        WHERE c.account_id = s.account_id AND c.attempt_id = s.attempt_id AND c.intent_id = s.intent_id)
      AND NOT EXISTS (SELECT 1 FROM ledger_line c WHERE c.account_id = s.account_id AND c.intent_id = s.intent_id
        AND c.attempt_id = s.attempt_id AND c.kind IN ('capture', 'late_capture', 'dispute_hold')
        AND c.line = 0
        AND NOT EXISTS (SELECT 1 FROM settlement_line o WHERE o.account_id = c.account_id AND o.posting = c.posting))
      GROUP BY s.account_id, s.attempt_id, s.kept HAVING s.kept <> coalesce(sum(l.amount_minor), 0)`,
  },
  {
    what: 'a payout and the books differ',
    // An adjustment says that the gateway's report was wrong. It has a check of its own, and the report stays booked.
    sql: `SELECT coalesce(p.account_id, l.account_id) AS account_id, coalesce(p.store_id, l.store_id) || ' '
        || coalesce(p.gateway, l.gateway) || ' ' || coalesce(p.currency, l.currency) AS place,
        'paid ' || coalesce(p.paid, 0) || ', in the books ' || coalesce(l.booked, 0) AS detail
      FROM (SELECT p.account_id, p.store_id, p.mode, p.gateway, p.currency, sum(p.paid_minor - p.returned_minor) AS paid
        FROM payout p WHERE ${OWN('p')} GROUP BY p.account_id, p.store_id, p.mode, p.gateway, p.currency) p
      FULL JOIN (SELECT l.account_id, l.store_id, l.mode, l.gateway, l.currency, sum(l.amount_minor) AS booked
        FROM ledger_line l WHERE l.ledger_account = 'payouts' AND l.kind <> 'adjustment' AND ${OWN('l')}
        GROUP BY l.account_id, l.store_id, l.mode, l.gateway, l.currency) l
      ON l.account_id = p.account_id AND l.store_id = p.store_id AND l.mode = p.mode AND l.gateway = p.gateway
      AND l.currency = p.currency WHERE coalesce(p.paid, 0) <> coalesce(l.booked, 0)`,
  },
];

/** The inconsistencies of one store, or of all, each kind up to a number. The list is empty when all is right. */
export async function checkBooks(pool: Pool, owner?: Owner, shownMax = 1_000): Promise<Imbalance[]> {
  const found: Imbalance[] = [];
  const values = [owner?.accountId ?? null, owner?.storeId ?? null, owner?.mode ?? null, shownMax];
  for (const { what, sql } of CHECKS) {
    const { rows } = await pool.query<Omit<Imbalance, 'what'>>(`${sql} LIMIT $4`, values);
    found.push(...rows.map((row) => ({ what, ...row })));
  }
  return found;
}
