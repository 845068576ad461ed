import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a statement calls that would change a closed total (see CLOSED_MEANWHILE in accept.sql.ts). */
export class ClosedMeanwhile1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION closed_meanwhile() RETURNS bigint LANGUAGE plpgsql AS $$
      BEGIN
        RAISE 'the period was closed meanwhile' USING ERRCODE = 'QF001';
      END $$`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the function alone');
  }
}
