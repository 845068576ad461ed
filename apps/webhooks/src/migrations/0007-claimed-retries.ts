import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index by which a partition's new owner finds the retries that the last one had claimed. Built without a lock on
 * the table; that excludes a transaction.
 */
export class ClaimedRetries1700000000007 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX IF EXISTS retry_claimed');
    await runner.query('CREATE INDEX CONCURRENTLY retry_claimed ON retry (lane) WHERE epoch <> 0');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the index alone');
  }
}
