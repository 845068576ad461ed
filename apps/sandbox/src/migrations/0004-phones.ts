import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What finds the whitelisted phones that nobody uses. A constant default rewrites no row. */
export class Phones1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE phone ADD COLUMN used_at timestamptz NOT NULL DEFAULT now()');
    await runner.query('CREATE INDEX phone_used ON phone (used_at)');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column and the index alone');
  }
}
