import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes by which a retraction finds the next best event of a quarter of an hour, and the next best day of a month, in
 * one read each. Built without a lock on the tables; that excludes a transaction.
 */
export class RankedUsage1700000000003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // A process can stop between any two of these, so each can run again. An interrupted build leaves an invalid index.
    await runner.query(COLUMN);
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
    await runner.query(START);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the indexes alone');
  }
}

const COLUMN = `
  -- 'm' or 'l', and the groups, of counted events of max and latest meters. Empty for others: no index entry.
  ALTER TABLE usage_event ADD COLUMN IF NOT EXISTS rank_key text NOT NULL DEFAULT '';
`;

const QUARTER = "date_bin('15 minutes', occurred_at, timestamptz '2000-01-01 00:00Z')";

const INDEXES = {
  usage_event_max: `usage_event (account_no, meter_no, ${QUARTER}, rank_key, late, value, seq)
    WHERE reversed = 0 AND rank_key LIKE 'm%'`,
  usage_event_latest: `usage_event (account_no, meter_no, ${QUARTER}, rank_key, late, occurred_at, seq)
    WHERE reversed = 0 AND rank_key LIKE 'l%'`,
  usage_rollup_max: `usage_rollup (account_no, meter_no, start, late, value)
    WHERE grain = 1 AND kind = 'max' AND groups <> '' AND value IS NOT NULL`,
  usage_rollup_latest: `usage_rollup (account_no, meter_no, start, late, at, seq)
    WHERE grain = 1 AND kind = 'latest' AND groups <> '' AND value IS NOT NULL`,
};

const START = `
  -- One row. Events of earlier quarters can lack their rank_key: they were stored by the version before, which runs on
  -- beside this one for less than a day.
  CREATE TABLE IF NOT EXISTS ranked_usage (since timestamptz PRIMARY KEY);
  INSERT INTO ranked_usage
  SELECT CASE WHEN EXISTS (SELECT 1 FROM usage_event) THEN now() + interval '1 day' ELSE '-infinity' END
  WHERE NOT EXISTS (SELECT 1 FROM ranked_usage);
`;
