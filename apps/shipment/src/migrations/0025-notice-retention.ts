import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds messages to receivers past their retention. Built without a lock, which excludes a transaction. */
export class NoticeRetention1700000000025 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX IF EXISTS notice_created');
    await runner.query('CREATE INDEX CONCURRENTLY notice_created ON notice (created_at)');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the index alone');
  }
}
