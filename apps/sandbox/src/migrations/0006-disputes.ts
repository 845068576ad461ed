import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Disputes of card payments. A new table only. */
export class Disputes1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE dispute (
        provider text NOT NULL,
        id text NOT NULL,
        payment_id text NOT NULL,
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        status text NOT NULL CHECK (status IN ('needs_response', 'under_review', 'won', 'lost')),
        reason text NOT NULL,
        evidence_due_at timestamptz NOT NULL,
        -- When the gateway gave the money back; null until the dispute is won.
        returned_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (provider, id),
        FOREIGN KEY (provider, payment_id) REFERENCES payment ON DELETE CASCADE
      )
    `);
    await runner.query('CREATE INDEX dispute_of_payment ON dispute (provider, payment_id)');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}
