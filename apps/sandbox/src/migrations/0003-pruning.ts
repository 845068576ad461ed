import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells how old a row is, where nothing did, and finds it. A constant default rewrites no row. */
export class Pruning1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attempt ADD COLUMN created_at timestamptz NOT NULL DEFAULT now()');
    await runner.query('CREATE INDEX attempt_created ON attempt (created_at)');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column and the index alone');
  }
}
