import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settlements that are read by a gateway's API (decision 0019). A new table only: an older replica does not know it. */
export class SettlementFeeds1700000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}

const UP = `
  CREATE TABLE settlement_feed (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    gateway text NOT NULL,
    -- What the gateway booked before this time is imported.
    read_until timestamptz NOT NULL,
    -- What was booked from this time on is read again, by the next import.
    reread_from timestamptz,
    -- The key that wants the next import; null by schedule.
    requested_by text,
    -- The import that is under way, its period, and where in it the reader is.
    import_id text,
    from_at timestamptz,
    to_at timestamptz,
    cursor text,
    -- The whole period is stored; what is left are its payouts.
    is_read boolean NOT NULL DEFAULT false,
    payout_ids text[] NOT NULL DEFAULT '{}',
    next_at timestamptz NOT NULL,
    -- Until then the process that took this revision works on it.
    leased_until timestamptz,
    revision integer NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    error text NOT NULL DEFAULT '',
    succeeded_at timestamptz,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, store_id, mode, gateway)
  );
  CREATE INDEX settlement_feed_due ON settlement_feed (next_at);
`;
