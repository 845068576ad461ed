import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of shipments that are created in the background, with the result of each row. */
export class Bulk1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS bulk_job (
        account_id text NOT NULL,
        id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        status text NOT NULL CHECK (status IN ('running', 'done', 'cancelled')),
        defaults text,
        rows_total integer NOT NULL CHECK (rows_total > 0),
        rows_created integer NOT NULL DEFAULT 0,
        rows_failed integer NOT NULL DEFAULT 0,
        -- Moves in the transaction that stores the shipments before it, so a row is created once.
        next_no integer NOT NULL DEFAULT 1,
        epoch integer NOT NULL DEFAULT 0,
        leased_until timestamptz NOT NULL,
        turn_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        created_by text NOT NULL,
        finished_at timestamptz,
        PRIMARY KEY (account_id, id)
      );
      CREATE INDEX IF NOT EXISTS bulk_job_turn ON bulk_job (turn_at) WHERE status = 'running';
      CREATE INDEX IF NOT EXISTS bulk_job_finished ON bulk_job (finished_at) WHERE finished_at IS NOT NULL;

      CREATE TABLE IF NOT EXISTS bulk_row (
        account_id text NOT NULL,
        job_id text NOT NULL,
        no integer NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'created', 'failed')),
        body text,
        reference text,
        shipment_id text,
        details json,
        warnings json,
        PRIMARY KEY (account_id, job_id, no),
        FOREIGN KEY (account_id, job_id) REFERENCES bulk_job (account_id, id) ON DELETE CASCADE
      );
      CREATE INDEX IF NOT EXISTS bulk_row_failed ON bulk_row (account_id, job_id, no) WHERE status = 'failed';
    `);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}
