import type { MigrationInterface, QueryRunner } from 'typeorm';
import { IDEMPOTENCY_UP } from '@qafila/idempotency/idempotency.sql';
import { OUTBOX_UP } from '@qafila/messaging/outbox.sql';

/** Everything that shipment owns. Amounts are minor units; keys lead with the account, so that it can be distributed by it. */
export class Shipment1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const text of [OUTBOX_UP, SHIPMENTS, HISTORY, RETURNS, COURIERS, IDEMPOTENCY_UP]) await runner.query(text);
  }

  async down(): Promise<void> {
    throw new Error('shipment starts here: drop the schema instead');
  }
}

const SHIPMENTS = `
  CREATE TABLE shipment (
    account_id text NOT NULL,
    -- Begins with the time, so that its order is that of creation and inserts meet at the index's end.
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    reference text NOT NULL,
    type text NOT NULL CHECK (type IN ('DOMESTIC', 'INTERNATIONAL', 'RETURN')),
    original_id text,
    courier text NOT NULL,
    service_code text,
    currency text NOT NULL,
    cod_minor bigint NOT NULL CHECK (cod_minor >= 0),
    cod_collected_minor bigint,
    -- What decides (shipment.state.ts); the version grows with each change.
    status text NOT NULL DEFAULT 'PENDING',
    version integer NOT NULL DEFAULT 1,
    booking text NOT NULL DEFAULT 'unasked' CHECK (booking IN ('unasked', 'asked', 'booked')),
    awb text,
    cancel_wanted boolean NOT NULL DEFAULT false,
    resume_to text,
    scanned_at timestamptz,
    -- What the courier wants on the label.
    label json,
    -- What a person must look at.
    alarms text[] NOT NULL DEFAULT '{}',
    -- When the courier is to be asked next, and how often he was; null: nothing is owed to him.
    due_at timestamptz,
    tries integer NOT NULL DEFAULT 0,
    -- No request to book leaves us after this.
    sent_until timestamptz,
    -- When the courier is to be asked for scans; null: no waybill, or the end.
    poll_at timestamptz,
    request text NOT NULL,
    metadata text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
  ) WITH (fillfactor = 85);
  CREATE UNIQUE INDEX shipment_reference ON shipment (account_id, reference);
  CREATE UNIQUE INDEX shipment_waybill ON shipment (courier, awb) WHERE awb IS NOT NULL;
  CREATE INDEX shipment_due ON shipment (courier, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX shipment_poll ON shipment (courier, poll_at) WHERE poll_at IS NOT NULL;
  CREATE INDEX shipment_return ON shipment (account_id, original_id) WHERE original_id IS NOT NULL;
  CREATE INDEX shipment_alarm ON shipment (account_id, id) WHERE alarms <> '{}';
`;

const HISTORY = `
  -- Every scan as it came, and every state entered without one.
  CREATE TABLE history (
    account_id text NOT NULL,
    shipment_id text NOT NULL,
    no bigint GENERATED ALWAYS AS IDENTITY,
    status text NOT NULL,
    source text NOT NULL CHECK (source IN ('webhook', 'poll', 'courier', 'merchant', 'inferred')),
    reason_code text,
    courier_status_code text,
    description text,
    description_ar text,
    city text,
    country_code text,
    -- 0: the whole shipment.
    package_number smallint NOT NULL DEFAULT 0,
    signed_by text,
    cod_collected_minor bigint,
    occurred_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, shipment_id, no)
  );
  -- Couriers repeat themselves: the same scan is kept once.
  CREATE UNIQUE INDEX history_scan ON history (account_id, shipment_id, courier_status_code, occurred_at, package_number) WHERE courier_status_code IS NOT NULL;
`;

const RETURNS = `
  -- Pieces of a delivered shipment that a return holds; they are free again when the return is cancelled.
  CREATE TABLE return_line (
    account_id text NOT NULL,
    original_id text NOT NULL,
    return_id text NOT NULL,
    package_number smallint NOT NULL,
    item text NOT NULL,
    quantity integer NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (account_id, original_id, return_id, package_number, item)
  );
`;

const COURIERS = `
  -- A company has all couriers of the deployment but those that it has switched off.
  CREATE TABLE courier_setting (
    account_id text NOT NULL,
    courier text NOT NULL,
    enabled boolean NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, courier)
  );
`;
