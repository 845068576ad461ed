import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What secrets are derived from stays when the master key changes (decision 0008). A new table only. */
export class DerivationRoot1700000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE derivation_root (
        -- One row at most; none until the master key changes for the first time.
        id smallint PRIMARY KEY CHECK (id = 1),
        -- The first master key, sealed under the one of now.
        box bytea NOT NULL
      )
    `);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}
