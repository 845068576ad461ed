import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The endpoint's revision at which its health last began anew. A dispatcher that has not heard of it yet still counts from before,
 * and what it writes then must not undo the new beginning.
 */
export class HealthBeginsAnew1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE endpoint_tail ADD COLUMN health_revision integer NOT NULL DEFAULT 0');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column alone');
  }
}
