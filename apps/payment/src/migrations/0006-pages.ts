import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a page ended and when its customer went back to the store, tries under way, revocations that the wallet has not
 * confirmed, and the index by which each gateway's operations are inquired. The columns are nullable or have a default,
 * because an older replica inserts rows without them. The index is built without a lock on the table; that excludes a
 * transaction, so each statement may be repeated.
 */
export class Pages1700000000006 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN IF NOT EXISTS ended_at timestamptz, ADD COLUMN IF NOT EXISTS returned_at timestamptz`);
    await runner.query('ALTER TABLE wallet_session ADD COLUMN IF NOT EXISTS trying_until timestamptz');
    await runner.query(`
      ALTER TABLE wallet_token ADD COLUMN IF NOT EXISTS trying_until timestamptz,
        ADD COLUMN IF NOT EXISTS revoke_at timestamptz, ADD COLUMN IF NOT EXISTS revoke_tries smallint NOT NULL DEFAULT 0`);
    await runner.query(`
      ALTER TABLE store_profile ADD COLUMN IF NOT EXISTS redirect_secret_version integer NOT NULL DEFAULT 1`);
    for (const [name, definition] of INDEXES) {
      // An interrupted build leaves an invalid index.
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns and the indexes alone');
  }
}

const INDEXES = [
  ['operation_due_of_gateway', "operation (gateway, inquire_at) WHERE state = 'pending'"],
  ['wallet_token_revoking', 'wallet_token (gateway, revoke_at) WHERE revoke_at IS NOT NULL'],
] as const;
