import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OUTBOX_UP } from '@qafila/messaging/outbox.sql';

/** Everything that webhooks owns (docs/decisions/0011). */
export class Webhooks1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX_UP);
    await runner.query(ENDPOINTS);
    await runner.query(LOG);
    await runner.query(WORK);
    await runner.query(MANAGEMENT);
  }

  async down(): Promise<void> {
    throw new Error('webhooks starts here: drop the schema instead');
  }
}

const ENDPOINTS = `
  CREATE TABLE endpoint (
    endpoint_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    id text NOT NULL,
    url text NOT NULL,
    description text NOT NULL DEFAULT '',
    event_types text[] NOT NULL,
    -- Custom headers may carry tokens: sealed, as secrets are.
    headers bytea,
    ordering text NOT NULL DEFAULT 'none' CHECK (ordering IN ('none', 'key')),
    rate_limit_per_second integer CHECK (rate_limit_per_second > 0),
    concurrency_max integer NOT NULL,
    status text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'paused', 'disabled')),
    status_reason text,
    -- Grows with each change, so that a dispatcher knows that what it remembers is old.
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (account_id, store_id, mode, id)
  );

  -- kind hmac: whsec_…; kind ed25519: the private key of v1a. At most one current of a kind; the ones before it expire.
  CREATE TABLE endpoint_secret (
    endpoint_no bigint NOT NULL REFERENCES endpoint ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('hmac', 'ed25519')),
    version integer NOT NULL,
    ciphertext bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    PRIMARY KEY (endpoint_no, kind, version)
  );
  CREATE UNIQUE INDEX endpoint_secret_current ON endpoint_secret (endpoint_no, kind) WHERE expires_at IS NULL;
`;

/** By the UTC day of the event's own time, so that an event that comes again meets its first copy. Retention drops days. */
const LOG = `
  -- The claim of an event (its inbox), and its body, once, however many endpoints get it.
  CREATE TABLE event (
    day date NOT NULL,
    id text NOT NULL,
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    type text NOT NULL,
    key text NOT NULL,
    at timestamptz NOT NULL,
    traceparent text,
    body text NOT NULL,
    -- Made for one endpoint alone (a sample that its owner asked for): no other endpoint ever gets it.
    only_for bigint,
    PRIMARY KEY (day, id)
  ) PARTITION BY RANGE (day);
  CREATE TABLE event_default PARTITION OF event DEFAULT;
  -- A replay looks for what its endpoint never got. That is seldom, so it may read a range of a day, and no event pays for it.
  CREATE INDEX event_at ON event USING brin (at) WITH (pages_per_range = 16);

  -- One row an (event, endpoint), never changed: sequence is gapless per endpoint.
  CREATE TABLE delivery (
    day date NOT NULL,
    endpoint_no bigint NOT NULL,
    sequence bigint NOT NULL,
    event_id text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (endpoint_no, sequence, day)
  ) PARTITION BY RANGE (day);
  CREATE TABLE delivery_default PARTITION OF delivery DEFAULT;
  -- Hash: a third of the size of a tree of random ids and half its cost (2 µs a row, measured); it is only ever asked for equality.
  CREATE INDEX delivery_of_event ON delivery USING hash (event_id);

  -- One row an attempt: the key is why no two dispatchers send the same attempt and both tell of it.
  CREATE TABLE attempt (
    day date NOT NULL,
    endpoint_no bigint NOT NULL,
    sequence bigint NOT NULL,
    attempt smallint NOT NULL,
    cause text NOT NULL,
    started_at timestamptz NOT NULL,
    latency_ms integer NOT NULL,
    outcome text NOT NULL,
    status smallint,
    error text,
    excerpt text,
    PRIMARY KEY (endpoint_no, sequence, attempt, day)
  ) PARTITION BY RANGE (day);
  CREATE TABLE attempt_default PARTITION OF attempt DEFAULT;
  DO $$
  DECLARE day date; parent text;
  BEGIN
    FOR day IN SELECT generate_series(current_date - 1, current_date + 2, interval '1 day') LOOP
      FOREACH parent IN ARRAY ARRAY['event', 'delivery', 'attempt'] LOOP
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', parent || '_' || to_char(day, 'YYYYMMDD'), parent, day, day + 1);
      END LOOP;
    END LOOP;
  END $$;
`;

const WORK = `
  -- Where an endpoint's sequence stands. Fan-out writes it under its row lock, so what is numbered is committed in that order.
  -- The holder of epoch may send first attempts up to granted without asking again; nobody else may.
  CREATE TABLE endpoint_head (
    endpoint_no bigint PRIMARY KEY REFERENCES endpoint ON DELETE CASCADE,
    lane smallint NOT NULL,
    sequence bigint NOT NULL DEFAULT 0,
    granted bigint NOT NULL DEFAULT 0,
    epoch bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 40);
  CREATE INDEX endpoint_head_lane ON endpoint_head (lane);

  -- All first attempts up to settled are made and in the log. Written by the dispatcher alone: apart from the head, so that neither waits.
  CREATE TABLE endpoint_tail (
    endpoint_no bigint PRIMARY KEY REFERENCES endpoint ON DELETE CASCADE,
    lane smallint NOT NULL,
    settled bigint NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    failing_since timestamptz,
    warned smallint NOT NULL DEFAULT 0,
    last_success_at timestamptz
  ) WITH (fillfactor = 40);

  -- Deliveries that need another attempt: retries, resends, replays, and those that wait for an earlier event of their key.
  -- No reference to the endpoint, as in dead_letter: an attempt that ends after its endpoint was deleted must still be written,
  -- and a million rows of a deleted endpoint go in parts (deleted_endpoint).
  CREATE TABLE retry (
    endpoint_no bigint NOT NULL,
    sequence bigint NOT NULL,
    day date NOT NULL,
    event_id text NOT NULL,
    key text NOT NULL,
    lane smallint NOT NULL,
    attempts smallint NOT NULL,
    -- Place in the schedule: attempts beside it (a resend, a recovery) do not move it.
    step smallint NOT NULL,
    cause text NOT NULL,
    due_at timestamptz NOT NULL,
    -- The lane's epoch that has it in memory; 0: nobody.
    epoch bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (endpoint_no, sequence)
  ) WITH (fillfactor = 70);
  CREATE INDEX retry_due ON retry (lane, endpoint_no, due_at) WHERE epoch = 0;
  CREATE INDEX retry_key ON retry (endpoint_no, key, sequence);

  CREATE TABLE dead_letter (
    endpoint_no bigint NOT NULL,
    sequence bigint NOT NULL,
    day date NOT NULL,
    event_id text NOT NULL,
    key text NOT NULL,
    attempts smallint NOT NULL,
    reason text NOT NULL,
    last_status smallint,
    last_error text,
    died_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (endpoint_no, sequence)
  );
  CREATE INDEX dead_letter_day ON dead_letter (day);

  -- Who dispatches which lane. The epoch grows with each change of owner and fences what the one before still writes.
  CREATE TABLE lane (
    lane smallint PRIMARY KEY,
    owner text,
    epoch bigint NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL DEFAULT '-infinity'
  );
  INSERT INTO lane (lane) SELECT generate_series(0, 15);
  CREATE TABLE dispatcher (owner text PRIMARY KEY, seen_at timestamptz NOT NULL);
`;

const MANAGEMENT = `
  CREATE TABLE replay (
    replay_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint_no bigint NOT NULL REFERENCES endpoint ON DELETE CASCADE,
    id text NOT NULL UNIQUE,
    status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'cancelled')),
    selection text NOT NULL CHECK (selection IN ('all', 'failed', 'missing')),
    from_at timestamptz NOT NULL,
    to_at timestamptz NOT NULL,
    event_types text[],
    -- The same as names of types: what the patterns meant when it was asked for.
    types text[],
    rate_per_second integer NOT NULL,
    -- Deliveries after this one are on their way anyway.
    until_sequence bigint NOT NULL,
    matching bigint NOT NULL,
    matching_exact boolean NOT NULL,
    -- How far it is. Written with each page in one transaction: a restart goes on behind it.
    position_sequence bigint NOT NULL DEFAULT 0,
    position_at timestamptz NOT NULL,
    position_id text NOT NULL DEFAULT '',
    resent bigint NOT NULL DEFAULT 0,
    waiting_already bigint NOT NULL DEFAULT 0,
    next_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz
  ) WITH (fillfactor = 70);
  CREATE INDEX replay_of_endpoint ON replay (endpoint_no, replay_no);
  CREATE INDEX replay_running ON replay (next_at) WHERE status = 'running';

  -- Endpoints whose retries and dead letters are still to be removed.
  CREATE TABLE deleted_endpoint (endpoint_no bigint PRIMARY KEY, deleted_at timestamptz NOT NULL DEFAULT now());
`;
