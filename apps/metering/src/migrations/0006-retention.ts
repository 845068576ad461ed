import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes by which retention finds the oldest rows. Built without a lock on the tables; that excludes a transaction.
 */
export class Retention1700000000006 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // A process can stop between any two of these, so each can run again. An interrupted build leaves an invalid index.
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
    await runner.query(KEPT_QUARTERS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the indexes and the table alone');
  }
}

const INDEXES = {
  inbox_age: 'inbox (handled_at)',
  bulk_age: 'bulk (created_at)',
  // grain + 0, so that it serves no other statement: without statistics, planners prefer to scan a whole small index
  // (measured). The start of a row never changes, so updates of totals do not touch it.
  usage_rollup_quarter: 'usage_rollup (kind, start) WHERE grain + 0 = 2',
};

const KEPT_QUARTERS = `
  -- One row. Rollups of a quarter of an hour from 'since' on are complete; earlier ones may be missing. The version
  -- before does not know this, so nothing changes before 'changes_from': it runs on for less than a day.
  CREATE TABLE IF NOT EXISTS kept_quarters (
    since timestamptz PRIMARY KEY, changed_at timestamptz NOT NULL, changes_from timestamptz NOT NULL);
  INSERT INTO kept_quarters
  SELECT '-infinity', now(), CASE WHEN EXISTS (SELECT 1 FROM usage_event) THEN now() + interval '1 day' ELSE now() END
  WHERE NOT EXISTS (SELECT 1 FROM kept_quarters);
`;
