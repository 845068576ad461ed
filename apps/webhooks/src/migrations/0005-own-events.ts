import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Event types that merchants register, and the claims of the events that they publish (docs/decisions/0017). */
export class OwnEvents1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE own_event_type (
        account_id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        name text NOT NULL,
        description text NOT NULL,
        -- Text: the merchant gets its keys back in the order in which it sent them.
        schema text NOT NULL,
        sample text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, store_id, mode, name)
      );

      -- The row is the claim of an event id. Retention deletes it with the event.
      CREATE TABLE own_event (
        account_id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        event_id text NOT NULL,
        digest bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, store_id, mode, event_id)
      );
      CREATE INDEX own_event_created ON own_event (created_at)`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}
