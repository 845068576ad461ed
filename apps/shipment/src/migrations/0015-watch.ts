import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Parcels without scans, and what became of those that ended. The column is nullable, because an older replica inserts
 * rows without it. The index is built without a lock on the table; that excludes a transaction, so each statement may
 * be repeated.
 */
export class Watch1700000000015 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query('ALTER TABLE shipment ADD COLUMN IF NOT EXISTS silent_since timestamptz');
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX IF EXISTS shipment_silent');
    await runner.query(INDEX);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables, the column and the index alone');
  }
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS watch_rule (
    account_id text NOT NULL,
    -- Empty: every courier, every service.
    courier text NOT NULL,
    service text NOT NULL,
    days integer NOT NULL,
    PRIMARY KEY (account_id, courier, service)
  );

  -- A shipment that ended, as the report counts it.
  CREATE TABLE IF NOT EXISTS journey (
    account_id text NOT NULL,
    shipment_id text NOT NULL,
    courier text NOT NULL,
    service text NOT NULL,
    city text NOT NULL,
    country_code text NOT NULL,
    outcome text NOT NULL,
    picked_up_at timestamptz,
    ended_at timestamptz NOT NULL,
    failed_attempts integer NOT NULL,
    PRIMARY KEY (account_id, shipment_id)
  );
  CREATE INDEX IF NOT EXISTS journey_ended ON journey (account_id, ended_at);
`;

/** Parcels under way of whose silence no alarm was raised yet. */
const INDEX = `
  CREATE INDEX CONCURRENTLY shipment_silent ON shipment (courier, (coalesce(scanned_at, created_at)))
  WHERE poll_at IS NOT NULL
    AND status NOT IN ('DELIVERED', 'RETURNED', 'LOST', 'CANCELLED', 'CANCELLED_BY_COURIER')
    AND silent_since IS DISTINCT FROM coalesce(scanned_at, created_at)
`;
