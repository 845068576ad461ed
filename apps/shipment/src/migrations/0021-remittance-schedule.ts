import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose events a reading of a courier's API by schedule publishes. A new column only. */
export class RemittanceSchedule1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE remittance_source ADD COLUMN store_id text');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column alone');
  }
}
