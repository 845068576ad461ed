import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Disputes. A new table and a nullable column: an older replica does not know them. */
export class Disputes1700000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}

const UP = `
  CREATE TABLE dispute (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    gateway text NOT NULL,
    -- The gateway's id; null while only a line of its settlement is known.
    reference text,
    intent_id text NOT NULL,
    attempt_id text NOT NULL,
    status text NOT NULL,
    is_inquiry boolean NOT NULL,
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    currency text NOT NULL,
    reason text NOT NULL,
    evidence_due_at timestamptz,
    -- The gateway's time of the last fact.
    fact_at timestamptz NOT NULL,
    withheld_minor bigint NOT NULL CHECK (withheld_minor >= 0),
    lost_minor bigint NOT NULL CHECK (lost_minor >= 0),
    was_withheld boolean NOT NULL,
    fee_minor bigint,
    history json NOT NULL,
    answering text CHECK (answering IN ('accept', 'evidence')),
    answered_by text,
    remind_at timestamptz,
    inquire_at timestamptz,
    revision integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, intent_id) REFERENCES intent,
    -- Two calls about a new dispute make one row.
    UNIQUE (account_id, store_id, mode, gateway, reference)
  );
  CREATE INDEX dispute_of_store ON dispute (account_id, store_id, mode, id);
  CREATE INDEX dispute_of_intent ON dispute (account_id, intent_id);
  CREATE INDEX dispute_reminding ON dispute (remind_at) WHERE remind_at IS NOT NULL;
  CREATE INDEX dispute_inquiring ON dispute (inquire_at) WHERE inquire_at IS NOT NULL;

  -- The sum of what disputes hold or have lost: it cannot be refunded.
  ALTER TABLE intent ADD COLUMN disputed_minor bigint;
`;
