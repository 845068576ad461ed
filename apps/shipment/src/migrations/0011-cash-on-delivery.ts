import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Cash on delivery: what couriers report of it, the books per parcel, and what couriers pay out. The tables are new and
 * empty: books of older parcels begin with their next change, or with the line that pays them.
 */
export class CashOnDelivery1700000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BOOKS);
    await runner.query(REMITTANCES);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}

const BOOKS = `
  -- What a courier reports as collected: a row for each report, which never changes.
  CREATE TABLE cash_report (
    account_id text NOT NULL,
    shipment_id text NOT NULL,
    no bigint GENERATED ALWAYS AS IDENTITY,
    -- Counted from 1; 0: the whole shipment.
    package_number smallint NOT NULL,
    code text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    -- As the courier stamps it, and the time by which it is judged.
    occurred_at timestamptz NOT NULL,
    judged_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, shipment_id, no),
    UNIQUE (account_id, shipment_id, package_number, code, occurred_at, amount_minor, currency)
  );

  -- The sums of the entries of a parcel.
  CREATE TABLE cod_parcel (
    account_id text NOT NULL,
    shipment_id text NOT NULL,
    courier text NOT NULL,
    currency text NOT NULL,
    expected_minor bigint NOT NULL,
    -- Null: the courier has not reported any.
    collected_minor bigint,
    remitted_minor bigint NOT NULL,
    fee_minor bigint NOT NULL,
    adjusted_minor bigint NOT NULL,
    -- What the courier has to pay.
    owed_minor bigint NOT NULL GENERATED ALWAYS AS
      (coalesce(collected_minor, expected_minor) - remitted_minor - adjusted_minor) STORED,
    -- Since when there is cash.
    since timestamptz NOT NULL,
    remitted_at timestamptz,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, shipment_id)
  );
  CREATE INDEX cod_parcel_owed ON cod_parcel (account_id, courier, since) WHERE owed_minor <> 0;

  -- Only added to.
  CREATE TABLE cod_entry (
    account_id text NOT NULL,
    no bigint GENERATED ALWAYS AS IDENTITY,
    store_id text NOT NULL,
    mode text NOT NULL,
    courier text NOT NULL,
    -- Null: money of no known parcel.
    shipment_id text,
    kind text NOT NULL,
    amount_minor bigint NOT NULL,
    currency text NOT NULL,
    -- When it happened; it counts for this day.
    at timestamptz NOT NULL,
    remittance_id text,
    line_key text,
    exception_id text,
    booked_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, no)
  );
  CREATE INDEX cod_entry_at ON cod_entry (account_id, at);
  CREATE INDEX cod_entry_of_parcel ON cod_entry (account_id, shipment_id, no) WHERE shipment_id IS NOT NULL;
`;

const REMITTANCES = `
  -- A courier whose remittances a company imports. Every change of its lines locks this row.
  CREATE TABLE remittance_source (
    account_id text NOT NULL,
    courier text NOT NULL,
    -- Null: the built-in one of the courier.
    mapping json,
    -- Up to when the courier's API was read, and when it is read next.
    read_until timestamptz,
    next_at timestamptz,
    failures integer NOT NULL DEFAULT 0,
    error text,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, courier)
  );
  CREATE INDEX remittance_source_due ON remittance_source (next_at) WHERE next_at IS NOT NULL;

  CREATE TABLE remittance_import (
    account_id text NOT NULL,
    id text NOT NULL,
    courier text NOT NULL,
    key_id text NOT NULL,
    lines integer NOT NULL,
    added integer NOT NULL DEFAULT 0,
    repeated integer NOT NULL DEFAULT 0,
    matched integer NOT NULL DEFAULT 0,
    exceptions integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    finished_at timestamptz,
    PRIMARY KEY (account_id, id)
  );

  CREATE TABLE remittance_line (
    account_id text NOT NULL,
    courier text NOT NULL,
    line_key text NOT NULL,
    import_id text NOT NULL,
    kind text NOT NULL,
    refs text[] NOT NULL,
    currency text NOT NULL,
    amount_minor bigint NOT NULL,
    fee_minor bigint NOT NULL,
    remittance_id text NOT NULL,
    at timestamptz NOT NULL,
    state text NOT NULL,
    shipment_id text,
    PRIMARY KEY (account_id, courier, line_key)
  );
  CREATE INDEX remittance_line_of ON remittance_line (account_id, courier, remittance_id, line_key);

  -- What a courier paid in one go, and what the lines say that it paid.
  CREATE TABLE remittance (
    account_id text NOT NULL,
    courier text NOT NULL,
    remittance_id text NOT NULL,
    currency text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    -- Null: the courier has not said what it paid.
    paid_minor bigint,
    cash_minor bigint NOT NULL,
    fee_minor bigint NOT NULL,
    unmatched_minor bigint NOT NULL,
    lines integer NOT NULL,
    status text NOT NULL,
    paid_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, courier, remittance_id, currency)
  );
  CREATE INDEX remittance_newest ON remittance (account_id, paid_at);

  CREATE TABLE remittance_exception (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    courier text NOT NULL,
    kind text NOT NULL,
    -- The same kind about the same thing is one exception.
    subject text NOT NULL,
    line_key text,
    remittance_id text,
    shipment_id text,
    currency text NOT NULL,
    expected_minor bigint,
    actual_minor bigint,
    why text NOT NULL,
    state text NOT NULL,
    resolution text,
    note text NOT NULL,
    resolved_by text,
    resolved_at timestamptz,
    adjusted_minor bigint NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, courier, kind, subject)
  );
  CREATE INDEX remittance_exception_of_parcel ON remittance_exception (account_id, shipment_id)
    WHERE state = 'open' AND shipment_id IS NOT NULL;
`;
