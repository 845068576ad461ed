import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Cards that customers let a store keep are rows of `wallet_token` (decision 0029). Columns are nullable or have a
 * default, because an older replica inserts rows without them; to drop NOT NULL reads no row. The indexes are built
 * without a lock on the table; that excludes a transaction, so each statement may be repeated.
 */
export class SavedMethods1700000000015 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intent ADD COLUMN IF NOT EXISTS save_for text');
    await runner.query('ALTER TABLE attempt ADD COLUMN IF NOT EXISTS consent json');
    await runner.query(`
      ALTER TABLE wallet_token ALTER COLUMN page_hash DROP NOT NULL, ALTER COLUMN phone_hash DROP NOT NULL,
        ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT 'wallet', ADD COLUMN IF NOT EXISTS customer_reference text,
        ADD COLUMN IF NOT EXISTS card json, ADD COLUMN IF NOT EXISTS saved_by text, ADD COLUMN IF NOT EXISTS consent json`);
    for (const [name, definition] of INDEXES) {
      // An interrupted build leaves an invalid index.
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE ${definition.replace('INDEX', `INDEX CONCURRENTLY ${name} ON`)}`);
    }
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns and the indexes alone');
  }
}

const INDEXES = [
  ['wallet_token_saved_by', 'UNIQUE INDEX wallet_token (account_id, saved_by) WHERE saved_by IS NOT NULL'],
  [
    'wallet_token_of_customer',
    "INDEX wallet_token (account_id, store_id, mode, customer_reference, id) WHERE kind = 'card'",
  ],
] as const;
