import { OUTBOX_SHARDS } from './outbox.ts';

/**
 * Tables of the outbox, the relay's leases and the inbox, for each service's first migration. Partitioned by day:
 * retention drops a partition and never deletes rows. The default partition only receives rows while the partition of a
 * day is missing.
 */
export const OUTBOX_UP = `
  CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY,
    created_at timestamptz NOT NULL DEFAULT now(),
    shard smallint NOT NULL,
    topic text NOT NULL,
    event_count integer NOT NULL,
    -- 'json': body is the array of events; else the name of the reader that turns body into events.
    source text NOT NULL DEFAULT 'json',
    body text NOT NULL,
    published_at timestamptz,
    PRIMARY KEY (created_at, id)
  ) PARTITION BY RANGE (created_at);
  CREATE TABLE outbox_default PARTITION OF outbox DEFAULT;
  -- The first days exist before the first row: no insert must wait for a partition that is being attached.
  DO $$
  DECLARE day date;
  BEGIN
    FOR day IN SELECT generate_series(current_date, current_date + 2, interval '1 day') LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF outbox FOR VALUES FROM (%L) TO (%L)',
        'outbox_' || to_char(day, 'YYYYMMDD'), day || ' 00:00Z', day + 1 || ' 00:00Z');
    END LOOP;
  END $$;
  CREATE INDEX outbox_unpublished ON outbox (shard, id) WHERE published_at IS NULL;
  CREATE TABLE outbox_lease (
    shard smallint PRIMARY KEY,
    owner text,
    -- Grows with each new owner: a relay that was frozen past its lease finds a newer epoch and writes nothing.
    epoch bigint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL DEFAULT '-infinity'
  );
  INSERT INTO outbox_lease (shard) SELECT generate_series(0, ${OUTBOX_SHARDS - 1});
  CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id text NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
  );
`;

/** For a migration of its own in each service, after the one that has OUTBOX_UP. */
export const OUTBOX_DEFERRED_UP = `
  -- Bytes of the events that a reference in body stands for; null where body is the events.
  ALTER TABLE outbox ADD COLUMN bytes bigint;
  -- Events of a destination (a partition, or a topic) that the brokers refuse, in order, until they accept them again.
  CREATE TABLE outbox_deferred (
    id bigint GENERATED ALWAYS AS IDENTITY,
    shard smallint NOT NULL,
    destination text NOT NULL,
    topic text NOT NULL,
    -- Of the outbox row.
    created_at timestamptz NOT NULL,
    event_count integer NOT NULL,
    -- Pairs of key and value.
    body text NOT NULL,
    PRIMARY KEY (shard, destination, id)
  );
`;

/** All of it, for a schema without migrations. */
export const OUTBOX_SCHEMA = OUTBOX_UP + OUTBOX_DEFERRED_UP;

/** Today and the days ahead, each with whether its partition exists. */
export const PARTITION_SQL = `
  SELECT to_char(day, 'YYYY-MM-DD') AS day,
    EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass('outbox_' || to_char(day, 'YYYYMMDD'))) AS present
  FROM (SELECT (now() AT TIME ZONE 'UTC')::date::timestamp AS today) AS clock,
    generate_series(today, today + interval '2 days', interval '1 day') AS day
`;
