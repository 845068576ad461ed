import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What finds the companies with calls that are due at a courier, one lookup for each. The indexes are built without a
 * lock on the tables; that excludes a transaction, so each statement may be repeated.
 */
export class Turns1700000000190 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of INDEXES) {
      // An interrupted build leaves an invalid index.
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the indexes alone');
  }
}

const INDEXES = [
  ['shipment_due_of_company', 'shipment (courier, account_id, due_at) WHERE due_at IS NOT NULL'],
  ['courier_task_due_of_company', 'courier_task (courier, account_id, due_at)'],
] as const;
