import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New tables only: an older replica does not know them. */
export class PaymentLinks1700000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS payment_link (
        account_id text NOT NULL,
        id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        -- SHA-256 of the token in its address.
        page_hash bytea NOT NULL,
        enabled boolean NOT NULL,
        reusable boolean NOT NULL,
        currency text NOT NULL,
        -- Null: the customer types the amount, within the bounds.
        amount_minor bigint,
        amount_min_minor bigint,
        amount_max_minor bigint,
        reference_prefix text NOT NULL,
        description text NOT NULL,
        capture_method text NOT NULL,
        methods text[],
        metadata json NOT NULL,
        success_url text NOT NULL,
        failure_url text NOT NULL,
        expires_at timestamptz,
        -- How many intents were made by it, and the last of them.
        payments integer NOT NULL,
        last_intent text,
        revision integer NOT NULL,
        created_at timestamptz NOT NULL,
        created_by text NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, id)
      );
      CREATE UNIQUE INDEX IF NOT EXISTS payment_link_page ON payment_link (page_hash);
      CREATE INDEX IF NOT EXISTS payment_link_of_store ON payment_link (account_id, store_id, mode, id);

      CREATE TABLE IF NOT EXISTS payment_link_intent (
        account_id text NOT NULL,
        link_id text NOT NULL,
        intent_id text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, link_id, intent_id)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}
