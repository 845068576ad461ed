import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is needed to send an answer to a dispute again. A new table: statements about disputes stay as they are. */
export class DisputeAnswers1700000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE dispute_answer (
        account_id text NOT NULL,
        dispute_id text NOT NULL,
        -- Its id at the gateway, which is the idempotency key.
        request_id text NOT NULL,
        how text NOT NULL CHECK (how IN ('accept', 'evidence')),
        -- Of evidence; the row exists only while the answer is under way.
        evidence text NOT NULL,
        times_sent integer NOT NULL DEFAULT 1,
        PRIMARY KEY (account_id, dispute_id),
        FOREIGN KEY (account_id, dispute_id) REFERENCES dispute
      )
    `);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}
