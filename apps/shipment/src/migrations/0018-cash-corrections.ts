import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A courier may correct cash back to an earlier amount of the same scan, so the key of a report counts them. An older
 * replica inserts without the number: its reports keep their key. The index is built without a lock on the table; that
 * excludes a transaction, so each statement may be repeated.
 */
export class CashCorrections1700000000018 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cash_report ADD COLUMN IF NOT EXISTS correction integer NOT NULL DEFAULT 0');
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX IF EXISTS cash_report_of_scan');
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY cash_report_of_scan ON cash_report
        (account_id, shipment_id, package_number, code, occurred_at, amount_minor, currency, correction)`);
    const keys = (await runner.query(`
      SELECT conname AS name FROM pg_constraint WHERE conrelid = 'cash_report'::regclass AND contype = 'u'`)) as {
      name: string;
    }[];
    for (const { name } of keys) await runner.query(`ALTER TABLE cash_report DROP CONSTRAINT "${name}"`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column and the index alone');
  }
}
