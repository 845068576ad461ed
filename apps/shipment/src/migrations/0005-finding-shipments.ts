import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What lists of shipments find by: waybill, phone, a reference that was given up, and states that people work through.
 * The indexes are built without a lock on the table; that excludes a transaction, so each statement may be repeated.
 */
export class FindingShipments1700000000005 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Null in rows of older versions.
    await runner.query('ALTER TABLE shipment ADD COLUMN IF NOT EXISTS phone text');
    for (const [name, definition] of INDEXES) {
      // An interrupted build leaves an invalid index.
      await runner.query(`DROP INDEX IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the column and the indexes alone');
  }
}

const INDEXES = [
  ['shipment_of_waybill', 'shipment (account_id, awb) WHERE awb IS NOT NULL'],
  ['shipment_phone', 'shipment (account_id, phone, id) WHERE phone IS NOT NULL'],
  ['shipment_released', 'shipment (account_id, released_reference) WHERE released_reference IS NOT NULL'],
  [
    'shipment_attention',
    "shipment (account_id, status, id) WHERE status IN ('BOOKING_FAILED', 'PICKUP_FAILED', 'DELIVERY_FAILED', 'ON_HOLD')",
  ],
] as const;
