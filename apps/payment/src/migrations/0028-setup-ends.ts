import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a setup of a wallet token ended and when its customer went back to the store, and when the wallet is asked about
 * a setup whose answer was lost. The columns are nullable, because an older replica inserts without.
 */
export class SetupEnds1700000000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE wallet_token ADD COLUMN ended_at timestamptz, ADD COLUMN returned_at timestamptz,
        ADD COLUMN inquire_at timestamptz`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}
