/** The table of kept answers, for a service's first migration. */
export const IDEMPOTENCY_UP = `
  CREATE TABLE idempotency (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    -- What a request that asks a gateway has begun; its answer is made from it, also by whoever comes after a crash.
    begun text,
    status smallint,
    -- Sealed: it may hold a page's address or a secret.
    answer bytea,
    held_until timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, store_id, mode, key)
  );
  CREATE INDEX idempotency_age ON idempotency (created_at);
`;
