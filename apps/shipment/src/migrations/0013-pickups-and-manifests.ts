import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pick-ups, and manifests that close a day. New tables, and an index of the parcels that wait for a driver, built
 * without a lock on the table; that excludes a transaction, so each statement may be repeated.
 */
export class PickupsAndManifests1700000000130 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const text of [PICKUPS, MANIFESTS]) await runner.query(text);
    // An interrupted build leaves an invalid index.
    await runner.query('DROP INDEX IF EXISTS shipment_waiting');
    await runner.query(`
      CREATE INDEX CONCURRENTLY shipment_waiting ON shipment (account_id, courier, id)
      WHERE status IN ('BOOKED', 'READY_FOR_PICKUP', 'PICKUP_FAILED')`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables and the index alone');
  }
}

const PICKUPS = `
  -- When drivers of a courier come to a company, by its own setting.
  CREATE TABLE IF NOT EXISTS pickup_hours (
    account_id text NOT NULL,
    courier text NOT NULL,
    -- Of the pick-up address; empty: all others.
    city text NOT NULL DEFAULT '',
    time_zone text NOT NULL,
    ready_time text NOT NULL,
    close_time text NOT NULL,
    cut_off_time text NOT NULL,
    -- ISO: Monday is 1.
    days smallint[] NOT NULL,
    updated_at timestamptz NOT NULL,
    updated_by text NOT NULL,
    PRIMARY KEY (account_id, courier, city)
  );
  CREATE TABLE IF NOT EXISTS pickup (
    account_id text NOT NULL,
    id text NOT NULL,
    courier text NOT NULL,
    state text NOT NULL CHECK (state IN (
      'REQUESTED', 'SCHEDULED', 'BY_PHONE', 'REFUSED', 'CANCEL_REQUESTED', 'CANCEL_BY_PHONE', 'CANCELLED')),
    address json NOT NULL,
    -- The day and the times of the address.
    day text NOT NULL,
    ready_time text NOT NULL,
    close_time text NOT NULL,
    time_zone text NOT NULL,
    ready_at timestamptz NOT NULL,
    close_at timestamptz NOT NULL,
    note text,
    pieces integer NOT NULL,
    weight_grams bigint NOT NULL,
    -- The courier's number.
    confirmation text,
    reason_code text,
    reason text,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    updated_at timestamptz NOT NULL,
    resolved_by text,
    resolution text,
    PRIMARY KEY (account_id, id)
  );
  CREATE INDEX IF NOT EXISTS pickup_by_phone ON pickup (account_id, id)
    WHERE state IN ('BY_PHONE', 'CANCEL_BY_PHONE');
  CREATE TABLE IF NOT EXISTS pickup_parcel (
    account_id text NOT NULL,
    pickup_id text NOT NULL,
    shipment_id text NOT NULL,
    is_open boolean NOT NULL DEFAULT true,
    PRIMARY KEY (account_id, pickup_id, shipment_id)
  );
  -- No parcel waits for two drivers.
  CREATE UNIQUE INDEX IF NOT EXISTS pickup_parcel_open ON pickup_parcel (account_id, shipment_id) WHERE is_open;
`;

const MANIFESTS = `
  CREATE TABLE IF NOT EXISTS manifest (
    account_id text NOT NULL,
    id text NOT NULL,
    courier text NOT NULL,
    state text NOT NULL CHECK (state IN ('CLOSED', 'REQUESTED', 'CONFIRMED', 'BY_PHONE')),
    address json NOT NULL,
    parcels integer NOT NULL,
    pieces integer NOT NULL,
    weight_grams bigint NOT NULL,
    -- The courier's own number and document.
    number text,
    document bytea,
    reason_code text,
    reason text,
    closed_at timestamptz NOT NULL,
    closed_by text NOT NULL,
    PRIMARY KEY (account_id, id)
  );
  -- What the driver signs for, as it was when the manifest was closed. A parcel is on one manifest.
  CREATE TABLE IF NOT EXISTS manifest_parcel (
    account_id text NOT NULL,
    shipment_id text NOT NULL,
    manifest_id text NOT NULL,
    position integer NOT NULL,
    awb text NOT NULL,
    reference text NOT NULL,
    city text NOT NULL,
    pieces integer NOT NULL,
    weight_grams bigint NOT NULL,
    cod_minor bigint NOT NULL,
    currency text NOT NULL,
    PRIMARY KEY (account_id, shipment_id)
  );
  CREATE UNIQUE INDEX IF NOT EXISTS manifest_parcel_position ON manifest_parcel (account_id, manifest_id, position);
`;
