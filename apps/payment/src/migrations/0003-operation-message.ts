import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nullable: an older replica inserts rows without it. */
export class OperationMessage1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operation ADD COLUMN message text');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column alone');
  }
}
