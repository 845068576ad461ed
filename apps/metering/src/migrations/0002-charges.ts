import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the charges of a subscription are calculated from, beside closed periods and prices. */
export class Charges1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUBSCRIPTION_STATUS);
    await runner.query(IDLE_MONTHS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}

/**
 * A trigger and not the code, because an older version that runs beside this one changes subscriptions too. It writes
 * both sides of a change, so subscriptions that never changed need no rows, and existing ones no backfill.
 */
const SUBSCRIPTION_STATUS = `
  CREATE TABLE subscription_status (
    account_no integer NOT NULL,
    subscription_id text NOT NULL,
    revision integer NOT NULL,
    status text NOT NULL,
    -- When the subscription entered the status.
    since timestamptz NOT NULL,
    PRIMARY KEY (account_no, subscription_id, revision)
  );
  CREATE FUNCTION keep_subscription_status() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO subscription_status (account_no, subscription_id, revision, status, since)
    VALUES (OLD.account_no, OLD.id, OLD.revision, OLD.status, OLD.updated_at),
      (NEW.account_no, NEW.id, NEW.revision, NEW.status, NEW.updated_at)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER keep_subscription_status AFTER UPDATE ON subscription
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION keep_subscription_status();
`;

const IDLE_MONTHS = `
  -- One row. Months before 'until' without usage have their row, if a subscription pays for the meter.
  CREATE TABLE idle_months (until timestamptz PRIMARY KEY);
  INSERT INTO idle_months SELECT date_trunc('month', coalesce(min(created_at), now()), 'UTC') FROM subscription;
`;
