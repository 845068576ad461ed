import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules that choose couriers, each version kept, and the choice of each shipment. The column is null without rules. */
export class CourierRules1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS courier_rules (
        account_id text NOT NULL,
        mode text NOT NULL,
        -- Counts from 1 without gaps: of two changes of one version the key admits one.
        version integer NOT NULL CHECK (version > 0),
        rules json NOT NULL,
        changes json NOT NULL,
        note text,
        changed_at timestamptz NOT NULL,
        changed_by text NOT NULL,
        PRIMARY KEY (account_id, mode, version)
      )`);
    await runner.query('ALTER TABLE shipment ADD COLUMN IF NOT EXISTS selection json');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table and the column alone');
  }
}
