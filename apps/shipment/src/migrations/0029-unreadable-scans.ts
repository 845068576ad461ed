import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Scans that no adapter can read, as the courier wrote them. A replica of the version before shows them as actions
 * without a code. The index is built without a lock on the table; that excludes a transaction.
 */
export class UnreadableScans1700000000229 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE history ADD COLUMN IF NOT EXISTS unreadable_code text,
        ADD COLUMN IF NOT EXISTS written_at text`);
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX IF EXISTS history_unreadable');
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY history_unreadable ON history
        (account_id, shipment_id, unreadable_code, written_at) WHERE unreadable_code IS NOT NULL`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns and the index alone');
  }
}
