import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Persons, the accounts that they belong to, and their sessions. */
export class People1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PERSONS);
    await runner.query(SESSIONS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves people alone');
  }
}

/** A person belongs to several accounts, so these few rows are of the instance and need not be spread. */
const PERSONS = `
  CREATE TABLE person (
    person_id text PRIMARY KEY,
    email text NOT NULL,
    -- The address as two spellings of it compare: the claim of an address.
    email_key text NOT NULL UNIQUE,
    name text NOT NULL,
    language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'ar')),
    -- Argon2id with its parameters and its salt. Null: the person signs in by passkey alone.
    password_hash text,
    password_changed_at timestamptz,
    suspended_at timestamptz,
    -- Where the person was last, so that the next session begins there.
    last_account_id text,
    last_store_id text,
    created_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE membership (
    account_id text NOT NULL REFERENCES account (account_id),
    person_id text NOT NULL REFERENCES person (person_id),
    role text NOT NULL CHECK (role IN ('owner', 'developer', 'finance', 'support', 'viewer')),
    -- Manual review: only the operator grants it.
    may_review boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, person_id)
  );
  CREATE INDEX membership_person ON membership (person_id);
`;

const SESSIONS = `
  CREATE TABLE session (
    session_id text PRIMARY KEY,
    -- Under the pepper: a stolen table opens no session.
    token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    kind text NOT NULL CHECK (kind IN ('portal', 'operator')),
    -- 'second_factor': the password was right, and the code is still missing.
    state text NOT NULL CHECK (state IN ('second_factor', 'signed_in')),
    person_id text NOT NULL REFERENCES person (person_id),
    account_id text NOT NULL,
    store_id text NOT NULL,
    -- Counts the changes that a gateway must see at once. The cookie carries it, so no cache answers for an older one.
    version integer NOT NULL DEFAULT 1,
    network text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    FOREIGN KEY (account_id, store_id) REFERENCES store (account_id, store_id)
  );
  CREATE INDEX session_person ON session (person_id) WHERE ended_at IS NULL;
  CREATE INDEX session_expires_at ON session (expires_at);
`;
