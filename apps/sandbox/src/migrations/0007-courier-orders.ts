import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Instructions, pick-ups and manifests of the express courier. A new table only. */
export class CourierOrders1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE courier_order (
        courier text NOT NULL,
        reference text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('instruction', 'pickup', 'manifest')),
        number text NOT NULL,
        waybills text[] NOT NULL,
        asked_digest bytea NOT NULL,
        cancelled_at timestamptz,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (courier, reference)
      )
    `);
    await runner.query('CREATE UNIQUE INDEX courier_order_number ON courier_order (courier, number)');
    await runner.query('CREATE INDEX courier_order_created ON courier_order (created_at)');
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}
