import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Service accounts, the keys that sign their tokens, and who has guessed at their secrets. */
export class ServiceAccounts1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLIENTS);
    await runner.query(TOKEN_KEYS);
    await runner.query(GUESSES);
  }

  async down(): Promise<void> {
    throw new Error('clients that merchants use are not taken away');
  }
}

const CLIENTS = `
  CREATE TABLE service_account (
    account_id text NOT NULL,
    client_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL CHECK (mode IN ('stage', 'live')),
    name text NOT NULL,
    scopes text[] NOT NULL,
    rate_limit_per_second integer NOT NULL CHECK (rate_limit_per_second > 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    PRIMARY KEY (account_id, client_id),
    FOREIGN KEY (account_id, store_id) REFERENCES store (account_id, store_id)
  );
  -- Not unique, for the reason given at api_key_hash.
  CREATE INDEX service_account_client ON service_account (client_id);

  CREATE TABLE client_secret (
    account_id text NOT NULL,
    client_id text NOT NULL,
    secret_id text NOT NULL,
    prefix text NOT NULL,
    secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
    slot smallint NOT NULL CHECK (slot IN (1, 2)),
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz,
    revoked_at timestamptz,
    PRIMARY KEY (account_id, client_id, secret_id),
    FOREIGN KEY (account_id, client_id) REFERENCES service_account (account_id, client_id)
  );
  -- The claim: two slots a client, so never a third live secret.
  CREATE UNIQUE INDEX client_secret_slot ON client_secret (account_id, client_id, slot) WHERE revoked_at IS NULL;
`;

/** Of the instance, not of an account: the few rows need not be spread. */
const TOKEN_KEYS = `
  CREATE TABLE token_key (
    -- The claim: of several first starts, or rotations, one makes the key of this number.
    generation integer PRIMARY KEY,
    kid text NOT NULL UNIQUE,
    public_jwk jsonb NOT NULL,
    private_box bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Published from the start; it signs from here on until the next one does.
    signs_from timestamptz NOT NULL,
    -- The longest life of any token under it: so long it stays published after its last signature.
    token_seconds_max integer NOT NULL DEFAULT 0,
    -- Ended at once, tokens and all: its private half was seen.
    withdrawn_at timestamptz
  );
`;

const GUESSES = `
  CREATE TABLE token_guess (
    -- Under the pepper: what was sent as a client id may be anything, even a secret.
    client_hash bytea NOT NULL,
    network text NOT NULL,
    failures integer NOT NULL,
    failed_at timestamptz NOT NULL,
    paused_until timestamptz NOT NULL,
    PRIMARY KEY (client_hash, network)
  );
  CREATE INDEX token_guess_failed_at ON token_guess (failed_at);
`;
