import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scans of single pieces. A new column that is empty in all rows, so that the table is not rewritten. */
export class PieceScans1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE parcel_scan ADD COLUMN piece integer');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column alone');
  }
}
