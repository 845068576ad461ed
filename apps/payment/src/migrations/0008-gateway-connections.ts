import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New tables only: an older replica does not know them. */
export class GatewayConnections1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}

const UP = `
  CREATE TABLE gateway_connection (
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    type text NOT NULL,
    id text NOT NULL,
    enabled boolean NOT NULL,
    gateway_account text NOT NULL,
    gateway_account_name text NOT NULL,
    credentials bytea NOT NULL,
    hints json NOT NULL,
    version integer NOT NULL,
    tested_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    updated_at timestamptz NOT NULL,
    updated_by text NOT NULL,
    PRIMARY KEY (account_id, store_id, mode, type)
  );
  CREATE UNIQUE INDEX gateway_connection_id ON gateway_connection (id);

  CREATE TABLE gateway_callback (
    gateway text NOT NULL,
    connection_id text NOT NULL,
    event_id text NOT NULL,
    account_id text NOT NULL,
    store_id text NOT NULL,
    mode text NOT NULL,
    kind text NOT NULL,
    type text NOT NULL,
    content json NOT NULL,
    body bytea NOT NULL,
    received_at timestamptz NOT NULL,
    times integer NOT NULL DEFAULT 1,
    PRIMARY KEY (gateway, connection_id, event_id)
  );
  CREATE INDEX gateway_callback_of_store ON gateway_callback (account_id, store_id, mode, received_at, event_id);
  CREATE INDEX gateway_callback_age ON gateway_callback (received_at);
`;
