import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OUTBOX_UP } from '@qafila/messaging/outbox.sql';

/** Everything that metering owns. Every key leads with the account, so that the tables can be spread by it. */
export class Metering1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX_UP);
    await runner.query(METERS);
    await runner.query(USAGE);
    await runner.query(PLANS);
    await runner.query(BULK);
  }

  async down(): Promise<void> {
    throw new Error('metering starts here: drop the schema instead');
  }
}

const METERS = `
  -- Short numbers for the wide tables' keys: 8 bytes an event instead of 40.
  CREATE TABLE account (account_id text PRIMARY KEY, account_no integer GENERATED ALWAYS AS IDENTITY UNIQUE);

  CREATE TABLE meter (
    account_no integer NOT NULL REFERENCES account (account_no),
    id text NOT NULL,
    meter_no integer GENERATED ALWAYS AS IDENTITY,
    store_id text NOT NULL,
    mode text NOT NULL,
    name text NOT NULL,
    active boolean NOT NULL,
    aggregation_type text NOT NULL CHECK (aggregation_type IN ('count', 'sum', 'latest', 'max')),
    aggregation_field text,
    group_by text[] NOT NULL DEFAULT '{}',
    -- json, not jsonb: answered as it was given.
    filters json NOT NULL DEFAULT '{}',
    version smallint NOT NULL DEFAULT 1,
    -- Grows with every change. The accepting statement compares it, so a cached meter is never used after a change.
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_no, id),
    UNIQUE (account_no, meter_no)
  );
  CREATE INDEX meter_listing ON meter (account_no, store_id, created_at, id);

  CREATE TABLE meter_version (
    account_no integer NOT NULL,
    meter_no integer NOT NULL,
    version smallint NOT NULL,
    -- Usage stamped at or after this is judged by these filters, until the next version's.
    effective_from timestamptz NOT NULL,
    filters json NOT NULL,
    PRIMARY KEY (account_no, meter_no, version),
    FOREIGN KEY (account_no, meter_no) REFERENCES meter (account_no, meter_no)
  );
`;

const USAGE = `
  -- Each accepting statement takes one number; its events are that number plus their place (< 4096) in the batch.
  CREATE SEQUENCE usage_seq INCREMENT 4096 MINVALUE 0 START 4096;

  -- Fixed-width columns first, widest first: no padding. No column is null, so no row carries a null bitmap.
  CREATE TABLE usage_event (
    seq bigint NOT NULL,
    occurred_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    account_no integer NOT NULL,
    meter_no integer NOT NULL,
    version smallint NOT NULL,
    -- 0 no, 1 while its period was open, 2 after its close.
    reversed smallint NOT NULL DEFAULT 0,
    -- 0 counted, 1 filter mismatch, 2 takes back another event, 3 takes back an event that was not counted.
    verdict smallint NOT NULL,
    removal boolean NOT NULL,
    late boolean NOT NULL,
    -- First 16 bytes of SHA-256 over the length-prefixed account, meter and event_id: the claim (decision 0002).
    digest uuid NOT NULL,
    -- Signed contribution; 0 when not counted.
    value numeric NOT NULL,
    reverses text NOT NULL DEFAULT '',
    event_id text NOT NULL,
    payload text NOT NULL,
    PRIMARY KEY (account_no, digest)
  );
  -- By the minute, not by the microsecond: equal keys share one entry, so a busy meter pays 10 bytes an event, not 43 (measured).
  CREATE INDEX usage_event_minute ON usage_event (account_no, meter_no, date_bin('1 minute', occurred_at, timestamptz '2000-01-01 00:00Z'));
  -- Rows lie in the heap in the order of seq: a few bytes a megabyte find a batch again for the relay.
  CREATE INDEX usage_event_seq ON usage_event USING brin (seq) WITH (pages_per_range = 16);
  ALTER TABLE usage_event SET (autovacuum_vacuum_insert_scale_factor = 0.4, autovacuum_analyze_scale_factor = 0.2);

  -- grain: 0 month (the period), 1 day, 2 quarter of an hour (every time zone's offset is a multiple of it).
  -- late rows hold usage that came after the period's close; as_closed = rows not late; as known now = both.
  CREATE TABLE usage_rollup (
    account_no integer NOT NULL,
    meter_no integer NOT NULL,
    grain smallint NOT NULL,
    late boolean NOT NULL,
    -- Only on late rows of max and latest: this value is the whole bucket's, recomputed after a retraction.
    replaces boolean NOT NULL DEFAULT false,
    -- Only on month rows: the period loop is done with it (closed it, or found that it never closes).
    settled boolean NOT NULL DEFAULT false,
    start timestamptz NOT NULL,
    events bigint NOT NULL,
    -- Where the latest value stands in time; null for the other aggregations.
    at timestamptz,
    seq bigint,
    value numeric,
    kind text NOT NULL,
    -- The values of the meter's group_by fields, as a JSON array; '' on the month grain, which has no groups.
    groups text NOT NULL,
    PRIMARY KEY (account_no, meter_no, grain, start, late, groups)
  ) WITH (fillfactor = 70);
  -- Holds the open months only, so the loop never reads the history. No accepting statement changes its columns.
  CREATE INDEX usage_rollup_open ON usage_rollup (start) WHERE grain = 0 AND NOT late AND NOT settled;

  CREATE TABLE usage_period (
    account_no integer NOT NULL,
    meter_no integer NOT NULL,
    start timestamptz NOT NULL,
    closed_at timestamptz NOT NULL DEFAULT now(),
    events bigint NOT NULL,
    value numeric,
    PRIMARY KEY (account_no, meter_no, start)
  );
`;

const PLANS = `
  CREATE TABLE plan (
    account_no integer NOT NULL REFERENCES account (account_no),
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    name text NOT NULL,
    active boolean NOT NULL,
    recurring boolean NOT NULL,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_no, id)
  );
  CREATE INDEX plan_listing ON plan (account_no, store_id, created_at, id);
  CREATE TABLE plan_meter (
    account_no integer NOT NULL,
    plan_id text NOT NULL,
    meter_no integer NOT NULL,
    position smallint NOT NULL,
    price json NOT NULL,
    PRIMARY KEY (account_no, plan_id, meter_no),
    FOREIGN KEY (account_no, plan_id) REFERENCES plan (account_no, id),
    FOREIGN KEY (account_no, meter_no) REFERENCES meter (account_no, meter_no)
  );
  CREATE INDEX plan_meter_of ON plan_meter (account_no, meter_no);
  CREATE TABLE subscription (
    account_no integer NOT NULL,
    id text NOT NULL,
    plan_id text NOT NULL,
    customer_reference text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'paused', 'canceling', 'canceled')),
    -- When a 'canceling' subscription ends, or a 'canceled' one ended.
    ends_at timestamptz,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_no, id),
    FOREIGN KEY (account_no, plan_id) REFERENCES plan (account_no, id)
  );
  CREATE INDEX subscription_of ON subscription (account_no, plan_id, created_at, id);
  CREATE INDEX subscription_live ON subscription (account_no, plan_id, id) WHERE status <> 'canceled';
  CREATE INDEX subscription_ending ON subscription (ends_at) WHERE status = 'canceling';
`;

const BULK = `
  CREATE TABLE bulk (
    account_no integer NOT NULL,
    id text NOT NULL,
    meter_no integer NOT NULL,
    events integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_no, id)
  );
  -- The first outcome of an item is its outcome: a message that comes again adds nothing.
  CREATE TABLE bulk_outcome (
    account_no integer NOT NULL,
    bulk_id text NOT NULL,
    index integer NOT NULL,
    status smallint NOT NULL,
    event_id text,
    code text,
    message text,
    PRIMARY KEY (account_no, bulk_id, index)
  );
`;
