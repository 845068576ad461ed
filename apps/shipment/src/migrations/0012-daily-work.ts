import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Calls of couriers beside booking and tracking, instructions after failed deliveries, proofs of delivery, and why a
 * shipment is cancelled. New tables, and columns that are null in rows of older versions.
 */
export class DailyWork1700000000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const text of [TASKS, INSTRUCTIONS, PROOFS, REASONS]) await runner.query(text);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables and the columns alone');
  }
}

const TASKS = `
  -- A call that is owed to a courier; the row is deleted with the commit of its result.
  CREATE TABLE courier_task (
    account_id text NOT NULL,
    -- What is asked for, and the id of the instruction, pick-up or manifest that it is about.
    kind text NOT NULL,
    subject_id text NOT NULL,
    courier text NOT NULL,
    due_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    -- Whether a request may have left us whose answer we do not have.
    is_open boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, subject_id)
  ) WITH (fillfactor = 80);
  CREATE INDEX courier_task_due ON courier_task (courier, due_at);
`;

const INSTRUCTIONS = `
  CREATE TABLE instruction (
    account_id text NOT NULL,
    id text NOT NULL,
    shipment_id text NOT NULL,
    courier text NOT NULL,
    awb text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('reattempt', 'change_address', 'change_phone', 'return_now')),
    -- The day, the new receiver or the new phone; and the receiver as it was.
    details json NOT NULL,
    receiver_before json NOT NULL,
    note text,
    state text NOT NULL CHECK (state IN ('PENDING', 'TO_DO', 'ACCEPTED', 'REFUSED', 'DONE', 'NOT_DONE')),
    reason_code text,
    reason text,
    -- The courier's own number of it.
    reference text,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    ended_at timestamptz,
    ended_by text,
    resolution text,
    PRIMARY KEY (account_id, id)
  );
  -- Of two instructions at the same time nobody could say which one stands.
  CREATE UNIQUE INDEX instruction_open ON instruction (account_id, shipment_id) WHERE state IN ('PENDING', 'TO_DO');
  CREATE INDEX instruction_of_shipment ON instruction (account_id, shipment_id, id);
  CREATE INDEX instruction_to_do ON instruction (account_id, id) WHERE state = 'TO_DO';
`;

const PROOFS = `
  -- A courier's proof of a delivery, fetched once.
  CREATE TABLE delivery_proof (
    account_id text NOT NULL,
    shipment_id text NOT NULL,
    no smallint NOT NULL,
    format text NOT NULL,
    bytes bytea NOT NULL,
    signed_by text,
    fetched_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, shipment_id, no)
  );
`;

const REASONS = `
  ALTER TABLE shipment
    ADD COLUMN cancel_reason text,
    ADD COLUMN cancel_note text;
`;
