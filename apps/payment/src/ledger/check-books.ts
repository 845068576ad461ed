import type { Pool } from 'pg';

/** An inconsistency in the books. */
export interface Imbalance {
  what: string;
  account_id: string;
  place: string;
  detail: string;
}

const CHECKS: { what: string; sql: string }[] = [
  {
    what: 'a posting does not sum to zero',
    sql: `SELECT account_id, posting AS place, sum(amount_minor)::text AS detail FROM ledger_line
      GROUP BY account_id, posting HAVING sum(amount_minor) <> 0 OR count(*) < 2 OR count(DISTINCT currency) > 1`,
  },
  {
    what: "a store's books do not sum to zero",
    sql: `SELECT account_id, store_id || ' ' || mode || ' ' || currency AS place, sum(amount_minor)::text AS detail
      FROM ledger_line GROUP BY account_id, store_id, mode, currency HAVING sum(amount_minor) <> 0`,
  },
  {
    what: 'an intent and the books differ',
    sql: `SELECT i.account_id, i.id AS place, 'captured ' || i.captured_minor || ', refunded ' || i.refunded_minor
        || ', in the books ' || coalesce(l.captured, 0) || ' and ' || coalesce(l.refunded, 0) AS detail
      FROM intent i LEFT JOIN (
        SELECT account_id, intent_id, sum(amount_minor) FILTER (WHERE kind = 'capture') AS captured,
          -sum(amount_minor) FILTER (WHERE kind = 'refund') AS refunded
        FROM ledger_line WHERE ledger_account = 'gateway_receivable' GROUP BY account_id, intent_id
      ) l ON l.account_id = i.account_id AND l.intent_id = i.id
      WHERE i.captured_minor <> coalesce(l.captured, 0) OR i.refunded_minor <> coalesce(l.refunded, 0)`,
  },
  {
    what: 'an intent was captured twice',
    sql: `SELECT account_id, intent_id AS place, count(*)::text AS detail FROM ledger_line
      WHERE kind = 'capture' AND line = 0 GROUP BY account_id, intent_id HAVING count(*) > 1`,
  },
  {
    what: 'no pending operation returns money in suspense',
    sql: `SELECT l.account_id, l.attempt_id AS place, sum(l.amount_minor)::text AS detail FROM ledger_line l
      WHERE l.ledger_account = 'suspense' GROUP BY l.account_id, l.attempt_id
      HAVING sum(l.amount_minor) <> 0 AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.account_id = l.account_id
      AND o.attempt_id = l.attempt_id AND o.kind = 'reverse' AND o.state = 'pending')`,
  },
];

/** Returns all inconsistencies; the list is empty when the books are right. */
export async function checkBooks(pool: Pool): Promise<Imbalance[]> {
  const found: Imbalance[] = [];
  for (const { what, sql } of CHECKS) {
    const { rows } = await pool.query<Omit<Imbalance, 'what'>>(sql);
    found.push(...rows.map((row) => ({ what, ...row })));
  }
  return found;
}
