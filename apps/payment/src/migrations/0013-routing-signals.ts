import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How gateways do, and what they cost (decision 0026). An older replica writes rules that order by priority. */
export class RoutingSignals1700000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE routing_rule ADD COLUMN IF NOT EXISTS order_by text NOT NULL DEFAULT 'priority';

      -- Decayed counts: what they were worth at the time of the row. The BIN is empty where all cards count.
      CREATE TABLE IF NOT EXISTS gateway_score (
        account_id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        gateway text NOT NULL,
        method text NOT NULL,
        bin text NOT NULL,
        succeeded double precision NOT NULL,
        failed double precision NOT NULL,
        at timestamptz NOT NULL,
        PRIMARY KEY (account_id, store_id, mode, gateway, method, bin)
      );
      CREATE INDEX IF NOT EXISTS gateway_score_age ON gateway_score (at);

      -- Only gateways with recent technical failures have a row.
      CREATE TABLE IF NOT EXISTS gateway_circuit (
        account_id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        gateway text NOT NULL,
        failures integer NOT NULL,
        failed_at timestamptz,
        opened_at timestamptz,
        retry_at timestamptz,
        openings integer NOT NULL,
        probe_until timestamptz,
        PRIMARY KEY (account_id, store_id, mode, gateway)
      );

      CREATE TABLE IF NOT EXISTS gateway_cost (
        account_id text NOT NULL,
        store_id text NOT NULL,
        mode text NOT NULL,
        gateway text NOT NULL,
        currency text NOT NULL,
        percent double precision NOT NULL,
        fixed_minor bigint NOT NULL,
        PRIMARY KEY (account_id, store_id, mode, gateway, currency)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the tables alone');
  }
}
