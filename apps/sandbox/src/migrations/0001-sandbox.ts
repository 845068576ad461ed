import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outside world's memory. Of a card: brand and last four digits; of a phone, identity, PIN or token: a keyed digest; of a code: nothing. */
export class Sandbox1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PAYMENTS);
    await runner.query(CALLBACKS);
    await runner.query(FAULTS);
  }

  async down(): Promise<void> {
    throw new Error('the sandbox starts here: drop the schema instead');
  }
}

const PAYMENTS = `
  -- One row an operation of the platform: whoever inserts it does the operation, whoever meets it answers what became of it.
  CREATE TABLE claim (
    provider text NOT NULL,
    reference text NOT NULL,
    payment_id text NOT NULL,
    -- Null: the payment itself.
    operation_id text,
    asked_digest bytea NOT NULL,
    PRIMARY KEY (provider, reference)
  );

  CREATE TABLE payment (
    provider text NOT NULL CHECK (provider IN ('walletprovider', 'cardgateway-a', 'cardgateway-b')),
    id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('card', 'bnpl_payment', 'charge', 'subscription')),
    reference text NOT NULL,
    order_reference text,
    status text NOT NULL,
    code text,
    amount_minor bigint,
    currency text,
    capture boolean NOT NULL DEFAULT true,
    captured_minor bigint NOT NULL DEFAULT 0,
    refunded_minor bigint NOT NULL DEFAULT 0,
    -- What was authorised and not captured is given back.
    released boolean NOT NULL DEFAULT false,
    return_url text,
    callback_url text NOT NULL,
    language text NOT NULL DEFAULT 'en',
    card_brand text,
    card_last4 text CHECK (card_last4 ~ '^[0-9]{4}$'),
    secure text,
    phone_last4 text CHECK (phone_last4 ~ '^[0-9]{4}$'),
    behaviour text,
    person_digest bytea,
    token_digest bytea,
    wrong_tries integer NOT NULL DEFAULT 0,
    sequence integer NOT NULL DEFAULT 0,
    -- What happens by itself, and when.
    due_at timestamptz,
    due_status text,
    due_code text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    expires_at timestamptz,
    PRIMARY KEY (provider, id),
    UNIQUE (provider, reference),
    CHECK (captured_minor <= amount_minor AND refunded_minor <= captured_minor)
  );
  CREATE INDEX payment_due ON payment (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX payment_expiring ON payment (expires_at) WHERE status IN ('open', 'challenge', 'otp_sent', 'awaiting_app');
  CREATE INDEX payment_token ON payment (token_digest) WHERE kind = 'subscription';
  CREATE INDEX payment_recent ON payment (updated_at);

  CREATE TABLE operation (
    provider text NOT NULL,
    id text NOT NULL,
    payment_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('capture', 'void', 'refund', 'reversal')),
    reference text NOT NULL,
    status text NOT NULL CHECK (status IN ('succeeded', 'pending', 'failed')),
    code text,
    amount_minor bigint NOT NULL,
    due_at timestamptz,
    due_code text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (provider, id),
    FOREIGN KEY (provider, payment_id) REFERENCES payment (provider, id)
  );
  CREATE INDEX operation_payment ON operation (provider, payment_id);
  CREATE INDEX operation_due ON operation (due_at) WHERE due_at IS NOT NULL;

  -- A code that was typed under a step id, and what was answered.
  CREATE TABLE step (
    provider text NOT NULL,
    payment_id text NOT NULL,
    step_id text NOT NULL,
    code text NOT NULL,
    PRIMARY KEY (provider, payment_id, step_id)
  );

  CREATE TABLE phone (digest bytea PRIMARY KEY, last4 text NOT NULL, behaviour text NOT NULL);
`;

const CALLBACKS = `
  CREATE TABLE callback (
    id text PRIMARY KEY,
    provider text NOT NULL,
    payment_id text NOT NULL,
    sequence integer NOT NULL,
    event text NOT NULL,
    url text NOT NULL,
    body text NOT NULL,
    state text NOT NULL CHECK (state IN ('due', 'sending', 'sent', 'failed', 'lost')),
    attempts integer NOT NULL DEFAULT 0,
    -- It waits for a later one, or until it is due.
    held boolean NOT NULL DEFAULT false,
    -- Delayed: those after it do not wait for it.
    overtaken boolean NOT NULL DEFAULT false,
    copies_left integer NOT NULL DEFAULT 0,
    bad_signature boolean NOT NULL DEFAULT false,
    last_status integer,
    due_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (provider, payment_id, sequence)
  );
  CREATE INDEX callback_due ON callback (due_at) WHERE state IN ('due', 'sending');
`;

const FAULTS = `
  CREATE TABLE fault (
    id text PRIMARY KEY,
    effect text NOT NULL,
    provider text,
    operation text,
    reference text,
    ms integer,
    code text,
    -- Null: as often as it is met, until it ends.
    times_left integer,
    used integer NOT NULL DEFAULT 0,
    starts_at timestamptz NOT NULL,
    ends_at timestamptz,
    created_at timestamptz NOT NULL
  );

  -- Chaos draws by the number of the try, so that a repeat may go well.
  CREATE TABLE attempt (provider text NOT NULL, operation text NOT NULL, reference text NOT NULL, tries integer NOT NULL, PRIMARY KEY (provider, operation, reference));
  CREATE TABLE setting (name text PRIMARY KEY, value jsonb NOT NULL);
`;
