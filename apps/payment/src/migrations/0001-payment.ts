import type { MigrationInterface, QueryRunner } from 'typeorm';
import { IDEMPOTENCY_UP } from '@qafila/idempotency/idempotency.sql';
import { OUTBOX_UP } from '@qafila/messaging/outbox.sql';

/** Everything that payment owns. Amounts are minor units; keys lead with the account, so that it can be distributed by it. */
export class Payment1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX_UP);
    await runner.query(STORES);
    await runner.query(INTENTS);
    await runner.query(WALLET);
    await runner.query(LEDGER);
    await runner.query(IDEMPOTENCY_UP);
  }

  async down(): Promise<void> {
    throw new Error('payment starts here: drop the schema instead');
  }
}

const STORES = `
  CREATE TABLE store_profile (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    name text NOT NULL,
    color text NOT NULL,
    -- Null: all that the deployment can do.
    methods text[],
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, store_id, mode)
  );

  CREATE TABLE routing_rule (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    id text NOT NULL,
    position integer NOT NULL,
    enabled boolean NOT NULL,
    gateway text NOT NULL,
    fallback text[] NOT NULL,
    labels text[] NOT NULL,
    conditions json NOT NULL,
    split json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, store_id, mode, id)
  );
`;

const INTENTS = `
  CREATE TABLE intent (
    account_id text NOT NULL,
    -- Begins with the time, so that its order is that of creation and inserts meet at the index's end.
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    source text NOT NULL CHECK (source IN ('checkout', 'intent', 'bnpl', 'token')),
    status text NOT NULL,
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    currency text NOT NULL,
    capture_method text NOT NULL,
    captured_minor bigint NOT NULL DEFAULT 0 CHECK (captured_minor BETWEEN 0 AND amount_minor),
    refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
    refunding_minor bigint NOT NULL DEFAULT 0 CHECK (refunding_minor >= 0),
    asked text CHECK (asked IN ('capture', 'void')),
    asked_minor bigint,
    tries smallint NOT NULL DEFAULT 0,
    open_attempt text,
    last_refund text,
    -- SHA-256 of the page's token: who reads this table can open no page.
    page_hash bytea NOT NULL,
    order_reference text NOT NULL,
    description text NOT NULL,
    customer json NOT NULL,
    shipping json NOT NULL,
    billing json NOT NULL,
    metadata json NOT NULL,
    success_url text NOT NULL,
    failure_url text NOT NULL,
    methods text[],
    gateway text,
    routing_history json NOT NULL DEFAULT '[]',
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    CHECK (refunded_minor + refunding_minor <= captured_minor)
  ) WITH (fillfactor = 80);
  CREATE UNIQUE INDEX intent_page ON intent (page_hash);
  CREATE INDEX intent_of_store ON intent (account_id, store_id, mode, id);
  CREATE INDEX intent_of_order ON intent (account_id, store_id, mode, order_reference);
  CREATE INDEX intent_authorised ON intent (updated_at) WHERE status = 'requires_capture';
  CREATE INDEX intent_expiring ON intent (expires_at) WHERE status IN ('requires_payment_method', 'requires_action');

  -- What the merchant calls a transaction.
  CREATE TABLE attempt (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    intent_id text NOT NULL,
    no smallint NOT NULL,
    status text NOT NULL,
    is_open boolean NOT NULL,
    method text NOT NULL,
    gateway text NOT NULL,
    gateway_reference text,
    amount_minor bigint NOT NULL,
    taken_minor bigint NOT NULL DEFAULT 0,
    currency text NOT NULL,
    bank_code text NOT NULL DEFAULT '',
    bank_message text NOT NULL DEFAULT '',
    secure text,
    -- Brand, first six and last four of a card; the masked phone of a wallet. Never more.
    instrument json NOT NULL DEFAULT '{}',
    routing json NOT NULL DEFAULT '{}',
    -- The wallet token that is charged.
    token_id text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id, intent_id) REFERENCES intent
  ) WITH (fillfactor = 80);
  -- One attempt at a time may take an intent's money.
  CREATE UNIQUE INDEX attempt_open ON attempt (account_id, intent_id) WHERE is_open;
  CREATE UNIQUE INDEX attempt_of_intent ON attempt (account_id, intent_id, no);
  CREATE INDEX attempt_of_store ON attempt (account_id, store_id, mode, id);

  CREATE TABLE attempt_event (
    account_id text NOT NULL,
    attempt_id text NOT NULL,
    no bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL,
    status text NOT NULL,
    actor text NOT NULL,
    note text NOT NULL DEFAULT '',
    PRIMARY KEY (account_id, attempt_id, no)
  );

  -- One thing asked of a gateway, written before it is asked; its id is the gateway's idempotency key. While pending nobody knows its outcome.
  CREATE TABLE operation (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    intent_id text NOT NULL,
    attempt_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('pay', 'charge', 'capture', 'void', 'refund', 'reverse')),
    gateway text NOT NULL,
    gateway_reference text,
    amount_minor bigint NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'failed')),
    reason text NOT NULL DEFAULT '',
    code text NOT NULL DEFAULT '',
    started_at timestamptz NOT NULL,
    settled_at timestamptz,
    inquire_at timestamptz,
    inquiries integer NOT NULL DEFAULT 0,
    -- The named queue in which a person finds it.
    queue text,
    queue_why text,
    PRIMARY KEY (account_id, id)
  ) WITH (fillfactor = 80);
  CREATE UNIQUE INDEX operation_id ON operation (id);
  CREATE INDEX operation_of_attempt ON operation (account_id, attempt_id);
  CREATE INDEX operation_of_intent ON operation (account_id, intent_id, id);
  CREATE INDEX operation_due ON operation (inquire_at) WHERE state = 'pending';
  CREATE INDEX operation_queue ON operation (account_id, store_id, mode, queue) WHERE queue IS NOT NULL;
`;

const WALLET = `
  CREATE TABLE wallet_session (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    intent_id text NOT NULL,
    wallet_id text NOT NULL,
    wallet_type text NOT NULL,
    payment_method_types text NOT NULL,
    state text NOT NULL,
    identity_wrong smallint NOT NULL DEFAULT 0,
    otp_wrong smallint NOT NULL DEFAULT 0,
    resends smallint NOT NULL DEFAULT 0,
    otp_sent_at timestamptz,
    bank_code text NOT NULL DEFAULT '',
    bank_message text NOT NULL DEFAULT '',
    revision integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, intent_id),
    FOREIGN KEY (account_id, intent_id) REFERENCES intent
  );

  -- A wallet that may be charged again (§4.12), from its setup page on.
  CREATE TABLE wallet_token (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    wallet_type text NOT NULL,
    state text NOT NULL,
    page_hash bytea NOT NULL,
    -- Keyed hash: equal phones are found, none is read back. The phone itself is sealed and gone once the token is made.
    phone_hash bytea NOT NULL,
    phone_masked text NOT NULL,
    phone bytea,
    value_hash bytea,
    gateway text NOT NULL,
    gateway_session text,
    gateway_token bytea,
    success_url text NOT NULL,
    failure_url text NOT NULL,
    pin_wrong smallint NOT NULL DEFAULT 0,
    otp_wrong smallint NOT NULL DEFAULT 0,
    otp_sent_at timestamptz,
    hard_declines smallint NOT NULL DEFAULT 0,
    bank_code text NOT NULL DEFAULT '',
    bank_message text NOT NULL DEFAULT '',
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
  );
  CREATE UNIQUE INDEX wallet_token_page ON wallet_token (page_hash);
  CREATE UNIQUE INDEX wallet_token_value ON wallet_token (value_hash);
  CREATE INDEX wallet_token_of_store ON wallet_token (account_id, store_id, mode, id);
  CREATE INDEX wallet_token_phone ON wallet_token (account_id, store_id, mode, phone_hash);
  CREATE INDEX wallet_token_expiring ON wallet_token (expires_at) WHERE state IN ('pending', 'pin_verified', 'otp_verified');
`;

const LEDGER = `
  CREATE TABLE ledger_line (
    account_id text NOT NULL,
    -- What it is posted for: a second posting of the same thing meets the key.
    posting text NOT NULL,
    line smallint NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    currency text NOT NULL,
    ledger_account text NOT NULL,
    amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
    kind text NOT NULL,
    intent_id text NOT NULL,
    attempt_id text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (account_id, posting, line)
  );
  CREATE INDEX ledger_line_of_store ON ledger_line (account_id, store_id, mode, currency, at);
  CREATE INDEX ledger_line_of_intent ON ledger_line (account_id, intent_id);

  CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT 1 FROM added GROUP BY account_id, posting, store_id, mode, currency HAVING sum(amount_minor) <> 0 OR count(*) < 2) THEN
      RAISE EXCEPTION 'a posting must sum to zero' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ledger_balanced AFTER INSERT ON ledger_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_balanced();
  CREATE FUNCTION ledger_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the ledger is only added to';
  END $$;
  CREATE TRIGGER ledger_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_line FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_final();
`;
