import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Books per gateway, and settlement (decision 0019). New columns are nullable: an older replica inserts rows without
 * them. The index on attempts is built without a lock, which excludes a transaction; so each statement can run again.
 */
export class Books1700000000007 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LEDGER);
    await runner.query(SETTLEMENT);
    await runner.query('DROP INDEX IF EXISTS attempt_at_gateway');
    await runner.query(
      `CREATE INDEX CONCURRENTLY attempt_at_gateway ON attempt (account_id, gateway_reference)
      WHERE gateway_reference IS NOT NULL`,
    );
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}

const LEDGER = `
  -- Null in rows of an older version. The ledger is never updated, so readers take the gateway of the attempt.
  ALTER TABLE ledger_line ADD COLUMN IF NOT EXISTS gateway text;
  -- A payout or an adjustment belongs to no payment.
  ALTER TABLE ledger_line ALTER COLUMN intent_id DROP NOT NULL;
  ALTER TABLE ledger_line ALTER COLUMN attempt_id DROP NOT NULL;
`;

const SETTLEMENT = `
  -- A gateway whose reports a store imports. Every change of its lines locks this row.
  CREATE TABLE IF NOT EXISTS settlement_source (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    gateway text NOT NULL,
    -- Null: the built-in one of the gateway.
    mapping json,
    -- The time of the oldest line. Earlier postings are not expected in a report.
    since timestamptz,
    -- Postings before this time have a line, or an exception.
    checked_until timestamptz,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, store_id, mode, gateway)
  );

  CREATE TABLE IF NOT EXISTS settlement_import (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    gateway text NOT NULL,
    key_id text NOT NULL,
    lines integer NOT NULL,
    added integer NOT NULL DEFAULT 0,
    repeated integer NOT NULL DEFAULT 0,
    matched integer NOT NULL DEFAULT 0,
    exceptions integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    -- Null while it is under way, and for ever when its process died: the same file again completes it.
    finished_at timestamptz,
    PRIMARY KEY (account_id, id)
  );
  CREATE INDEX IF NOT EXISTS settlement_import_of_store ON settlement_import (account_id, store_id, mode, id);

  CREATE TABLE IF NOT EXISTS settlement_line (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    gateway text NOT NULL,
    -- The identity of the line at the gateway: a repeat meets the key.
    line_key text NOT NULL,
    import_id text NOT NULL,
    kind text NOT NULL,
    refs text[] NOT NULL,
    currency text NOT NULL,
    gross_minor bigint NOT NULL,
    fee_minor bigint NOT NULL,
    payout_id text,
    at timestamptz NOT NULL,
    state text NOT NULL CHECK (state IN ('matched', 'exception')),
    -- What it settles, or what it posted itself.
    posting text,
    intent_id text,
    attempt_id text,
    PRIMARY KEY (account_id, store_id, mode, gateway, line_key)
  );
  CREATE INDEX IF NOT EXISTS settlement_line_of_posting ON settlement_line (account_id, posting) WHERE posting IS NOT NULL;
  CREATE INDEX IF NOT EXISTS settlement_line_of_payout ON settlement_line (account_id, store_id, mode, gateway, payout_id) WHERE payout_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS settlement_line_of_import ON settlement_line (account_id, import_id);

  CREATE TABLE IF NOT EXISTS settlement_exception (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    gateway text NOT NULL,
    kind text NOT NULL,
    -- What it is about. The same thing is one exception, however often it is reported.
    subject text NOT NULL,
    line_key text,
    posting text,
    payout_id text,
    intent_id text,
    attempt_id text,
    currency text NOT NULL,
    expected_minor bigint,
    actual_minor bigint,
    -- What 'adjust' posts: the difference of the receivable before fees, and of the fees.
    gross_minor bigint NOT NULL,
    fee_minor bigint NOT NULL,
    why text NOT NULL,
    state text NOT NULL CHECK (state IN ('open', 'resolved')),
    resolution text CHECK (resolution IN ('accepted', 'adjusted', 'explained')),
    note text NOT NULL DEFAULT '',
    -- The key that wants to adjust more than one key may; another one does it.
    proposed_by text,
    resolved_by text,
    resolved_at timestamptz,
    -- What its adjustments have posted in all.
    adjusted_gross_minor bigint NOT NULL DEFAULT 0,
    adjusted_fee_minor bigint NOT NULL DEFAULT 0,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, store_id, mode, gateway, kind, subject)
  );
  CREATE INDEX IF NOT EXISTS settlement_exception_open ON settlement_exception (account_id, store_id, mode, id) WHERE state = 'open';
  CREATE INDEX IF NOT EXISTS settlement_exception_of_store ON settlement_exception (account_id, store_id, mode, id);
  CREATE INDEX IF NOT EXISTS settlement_exception_of_posting ON settlement_exception (account_id, posting) WHERE posting IS NOT NULL;

  CREATE TABLE IF NOT EXISTS payout (
    account_id text NOT NULL,
    id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    gateway text NOT NULL,
    -- Its id at the gateway.
    payout_id text NOT NULL,
    currency text NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'paid', 'reconciled', 'returned')),
    -- What the gateway says that it paid, less what came back; negative when it collected money.
    paid_minor bigint NOT NULL DEFAULT 0,
    returned_minor bigint NOT NULL DEFAULT 0,
    -- How many lines say so. None: only its payments are known.
    reports integer NOT NULL DEFAULT 0,
    -- The net sum of the lines that it pays.
    lines_minor bigint NOT NULL DEFAULT 0,
    lines integer NOT NULL DEFAULT 0,
    revision integer NOT NULL DEFAULT 0,
    at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, store_id, mode, gateway, payout_id, currency)
  );
  CREATE INDEX IF NOT EXISTS payout_of_store ON payout (account_id, store_id, mode, id);
`;
