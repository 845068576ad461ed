import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a store's tracking pages look, and what receivers report on them. New tables only. */
export class TrackingPage1700000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}

const TABLES = `
  CREATE TABLE store_look (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    name text NOT NULL,
    color text NOT NULL,
    -- Where a receiver gets help; null: nowhere.
    support_url text,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, store_id, mode)
  );

  CREATE TABLE problem_report (
    account_id text NOT NULL,
    no bigint GENERATED ALWAYS AS IDENTITY,
    shipment_id text NOT NULL,
    -- Of the form: a second press reports nothing again.
    form_id text NOT NULL,
    kind text NOT NULL,
    note text,
    reported_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, no)
  );
  CREATE UNIQUE INDEX problem_report_form ON problem_report (account_id, shipment_id, form_id);
`;
