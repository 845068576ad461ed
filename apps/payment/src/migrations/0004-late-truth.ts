import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What providers report late, and who asked. All columns are nullable: an older replica inserts rows without them. */
export class LateTruth1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}

const COLUMNS = `
  -- The id of the API key, or who else: customer, clock, system.
  ALTER TABLE operation ADD COLUMN requested_by text;
  -- Since when the provider says that it is under way there.
  ALTER TABLE operation ADD COLUMN pending_since timestamptz;
  -- The number of the try to return late money; null for the first.
  ALTER TABLE operation ADD COLUMN try_no smallint;
  -- Every result that the provider reported, the first one first.
  ALTER TABLE operation ADD COLUMN history json;
  -- Paid to the customer beyond what was captured.
  ALTER TABLE intent ADD COLUMN over_refunded_minor bigint CHECK (over_refunded_minor >= 0);
`;
