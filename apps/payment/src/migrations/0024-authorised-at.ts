import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The seven days of an authorisation count from when the page ended, so the worker finds the oldest ones by an index. It
 * is built without a lock, which excludes a transaction; so each statement can run again.
 */
export class AuthorisedAt1700000000024 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS intent_authorised_at');
    await runner.query(
      `CREATE INDEX CONCURRENTLY intent_authorised_at ON intent ((coalesce(ended_at, updated_at)))
      WHERE status = 'requires_capture'`,
    );
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the index alone');
  }
}
