/** The table of stored answers, for the first migration of a service. */
export const IDEMPOTENCY_UP = `
  CREATE TABLE idempotency (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    -- The id of what the request started. The answer is made from it, also by the process that takes over after a
    -- crash.
    begun text,
    status smallint,
    -- Encrypted: it may contain a page's address or a secret.
    answer bytea,
    held_until timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, store_id, mode, key)
  );
  CREATE INDEX idempotency_age ON idempotency (created_at);
`;
