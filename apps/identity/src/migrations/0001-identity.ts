import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OUTBOX_UP } from '@qafila/messaging/outbox.sql';

/** Everything that identity owns. Every key leads with the account, so that the tables can be spread by it. */
export class Identity1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX_UP);
    await runner.query(ACCOUNTS);
    await runner.query(KEYS);
    await runner.query(AUDIT);
  }

  async down(): Promise<void> {
    throw new Error('identity starts here: drop the schema instead');
  }
}

const ACCOUNTS = `
  CREATE TABLE account (
    account_id text PRIMARY KEY CHECK (account_id ~ '^[0-9a-f]{16}$'),
    company_code text NOT NULL UNIQUE,
    name text NOT NULL,
    -- AES-256 key of this account's secrets, wrapped by the master key.
    data_key bytea NOT NULL,
    -- Number of changes so far, and the hash of the last one's audit row: a log cut short no longer ends in it.
    revision bigint NOT NULL DEFAULT 0,
    audit_head bytea NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE store (
    account_id text NOT NULL REFERENCES account (account_id),
    store_id text NOT NULL,
    name text NOT NULL,
    colour text,
    -- Meter calls must be signed too; payment calls must be in any case.
    signature_required boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, store_id)
  );
`;

const KEYS = `
  CREATE TABLE api_key (
    account_id text NOT NULL,
    key_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL CHECK (mode IN ('stage', 'live')),
    prefix text NOT NULL,
    key_hash bytea NOT NULL CHECK (length(key_hash) = 32),
    scopes text[] NOT NULL,
    rate_limit_per_second integer NOT NULL CHECK (rate_limit_per_second > 0),
    slot smallint NOT NULL CHECK (slot IN (1, 2)),
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz,
    revoked_at timestamptz,
    PRIMARY KEY (account_id, key_id),
    FOREIGN KEY (account_id, store_id) REFERENCES store (account_id, store_id)
  );
  -- The claim: two slots a store, so never a third active key, however many ask at once.
  CREATE UNIQUE INDEX api_key_slot ON api_key (account_id, store_id, mode, slot) WHERE revoked_at IS NULL;
  -- Not unique: 256 random bits need no help, and a unique key that does not lead with the account cannot be spread by it.
  CREATE INDEX api_key_hash ON api_key (key_hash) WHERE revoked_at IS NULL;

  CREATE TABLE hmac_secret (
    account_id text NOT NULL,
    store_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('api', 'webhook')),
    version integer NOT NULL,
    ciphertext bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Null: the current one.
    expires_at timestamptz,
    PRIMARY KEY (account_id, store_id, kind, version),
    FOREIGN KEY (account_id, store_id) REFERENCES store (account_id, store_id)
  );
  CREATE UNIQUE INDEX hmac_secret_current ON hmac_secret (account_id, store_id, kind) WHERE expires_at IS NULL;
  CREATE UNIQUE INDEX hmac_secret_previous ON hmac_secret (account_id, store_id, kind) WHERE expires_at IS NOT NULL;
`;

const AUDIT = `
  CREATE TABLE audit_log (
    account_id text NOT NULL REFERENCES account (account_id),
    revision bigint NOT NULL,
    at text NOT NULL,
    store_id text NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    -- text, not jsonb: the hash is over what was written.
    details text NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (account_id, revision)
  );
  -- The service's role owns the table, so that withheld grants would not bind it; a trigger does.
  CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
  CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
`;
