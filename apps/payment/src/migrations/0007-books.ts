import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Books per gateway (decision 0019). All columns are nullable: an older replica inserts rows without them. */
export class Books1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LEDGER);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}

const LEDGER = `
  -- Null in rows of an older version. The ledger is never updated, so readers take the gateway of the attempt.
  ALTER TABLE ledger_line ADD COLUMN gateway text;
  -- A payout or an adjustment belongs to no payment.
  ALTER TABLE ledger_line ALTER COLUMN intent_id DROP NOT NULL;
  ALTER TABLE ledger_line ALTER COLUMN attempt_id DROP NOT NULL;
`;
