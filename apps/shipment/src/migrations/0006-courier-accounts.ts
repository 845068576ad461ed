import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Companies' accounts at couriers, drafts, and the couriers' own documents. A waybill is unique within a company: the
 * accounts of two companies may be at two systems that count from the same number. The column is nullable, because an
 * older replica inserts rows without it. The indexes are built without a lock on the table; that excludes a
 * transaction, so each statement may be repeated.
 */
export class CourierAccounts1700000000006 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query('ALTER TABLE shipment ADD COLUMN IF NOT EXISTS courier_draft text');
    for (const [name, unique, definition] of INDEXES) {
      // An interrupted build leaves an invalid index.
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE ${unique} INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS shipment_waybill');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables, the column and the indexes alone');
  }
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS courier_account (
    account_id text NOT NULL,
    mode text NOT NULL,
    courier text NOT NULL,
    id text NOT NULL,
    courier_account text NOT NULL,
    courier_account_name text NOT NULL,
    credentials bytea NOT NULL,
    hints json NOT NULL,
    version integer NOT NULL,
    tested_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    updated_at timestamptz NOT NULL,
    updated_by text NOT NULL,
    PRIMARY KEY (account_id, mode, courier)
  );
  CREATE UNIQUE INDEX IF NOT EXISTS courier_account_id ON courier_account (id);

  -- The courier's own files. A label replaces the one that we draw.
  CREATE TABLE IF NOT EXISTS courier_document (
    account_id text NOT NULL,
    shipment_id text NOT NULL,
    no smallint NOT NULL,
    kind text NOT NULL,
    format text NOT NULL,
    bytes bytea NOT NULL,
    digest text NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, shipment_id, no)
  );
`;

const INDEXES = [
  ['shipment_waybill_of_company', 'UNIQUE', 'shipment (account_id, courier, awb) WHERE awb IS NOT NULL'],
  ['shipment_waybill_of_courier', '', 'shipment (courier, awb) WHERE awb IS NOT NULL'],
] as const;
