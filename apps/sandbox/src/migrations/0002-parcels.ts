import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The couriers' memory. Of the recipient: the name that signs, and the city; of a phone what it is a lever for. */
export class Parcels1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PARCELS);
  }

  async down(): Promise<void> {
    throw new Error('the sandbox starts here: drop the schema instead');
  }
}

const PARCELS = `
  -- One row a booking of the platform: whoever inserts it books, whoever meets it answers what became of it.
  CREATE TABLE parcel (
    courier text NOT NULL CHECK (courier IN ('sandbox-express', 'sandbox-economy')),
    waybill text NOT NULL,
    reference text NOT NULL,
    merchant_reference text NOT NULL,
    levers text[] NOT NULL,
    service text NOT NULL,
    sort_code text NOT NULL,
    pieces integer NOT NULL,
    cod_minor bigint NOT NULL,
    currency text,
    signed_by text NOT NULL,
    from_city text NOT NULL,
    from_country text NOT NULL,
    to_city text NOT NULL,
    to_country text NOT NULL,
    callback_url text NOT NULL,
    asked_digest bytea NOT NULL,
    -- In force from then on, which may be to come. Null: asked for, but not booked.
    booked_at timestamptz,
    cancelled_at timestamptz,
    sequence integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (courier, waybill),
    UNIQUE (courier, reference)
  );
  CREATE INDEX parcel_recent ON parcel (created_at);

  -- All scans of a parcel's way, planned when it is booked: what has happened is what the clock has come to. Only what is to come is ever planned anew.
  CREATE TABLE parcel_scan (
    courier text NOT NULL,
    waybill text NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    reason text,
    city text NOT NULL,
    country text NOT NULL,
    occurred_at timestamptz NOT NULL,
    happens_at timestamptz NOT NULL,
    known_at timestamptz NOT NULL,
    tells boolean NOT NULL,
    told boolean NOT NULL DEFAULT false,
    -- How often it is told and listed beside the first time.
    copies integer NOT NULL,
    PRIMARY KEY (courier, waybill, number),
    FOREIGN KEY (courier, waybill) REFERENCES parcel (courier, waybill),
    CHECK (known_at >= happens_at)
  );
  CREATE INDEX parcel_scan_due ON parcel_scan (known_at) WHERE tells AND NOT told;
`;
