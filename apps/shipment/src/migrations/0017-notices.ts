import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages to receivers, and which of them a company wants. New tables only. */
export class Notices1700000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}

const TABLES = `
  CREATE TABLE notice_setting (
    account_id text NOT NULL,
    mode text NOT NULL,
    -- The kinds of notices of each channel.
    sms text[] NOT NULL,
    whatsapp text[] NOT NULL,
    mail text[] NOT NULL,
    language text NOT NULL,
    quiet_from text,
    quiet_to text,
    time_zone text NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, mode)
  );

  CREATE TABLE notice (
    account_id text NOT NULL,
    id text NOT NULL,
    shipment_id text NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    status text NOT NULL,
    reason text,
    occurred_at timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    sent_at timestamptz,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
  );
  -- A state that is entered is one message on each channel.
  CREATE UNIQUE INDEX notice_once ON notice (account_id, shipment_id, kind, occurred_at, channel);
  CREATE INDEX notice_due ON notice (channel, due_at) WHERE status = 'waiting';
`;
