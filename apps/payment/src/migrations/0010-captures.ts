import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several captures of one authorisation. Both columns are nullable: an older replica inserts rows without them. */
export class Captures1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}

const COLUMNS = `
  -- False while captures are under way that leave the rest authorised.
  ALTER TABLE intent ADD COLUMN asked_final boolean;
  -- Of one of several captures: whether it releases the rest. Null: the only one.
  ALTER TABLE operation ADD COLUMN final_capture boolean;
`;
