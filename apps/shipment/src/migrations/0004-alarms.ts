import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alarms with what a person needs to decide, until and after they are resolved. */
export class Alarms1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ALARMS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}

const ALARMS = `
  CREATE TABLE alarm (
    account_id text NOT NULL,
    no bigint GENERATED ALWAYS AS IDENTITY,
    shipment_id text NOT NULL,
    alarm text NOT NULL,
    courier text NOT NULL,
    awb text,
    -- The waybill that the courier named, where it is not the shipment's own.
    other_awb text,
    -- The scan that raised it, for a person.
    scan text,
    raised_at timestamptz NOT NULL,
    resolved_at timestamptz,
    -- The key that resolved it, and what its person noted.
    resolved_by text,
    resolution text,
    PRIMARY KEY (account_id, no)
  );
  -- One alarm of a kind and waybill is open at a time.
  CREATE UNIQUE INDEX alarm_open ON alarm (account_id, shipment_id, alarm, coalesce(other_awb, ''))
    WHERE resolved_at IS NULL;
  INSERT INTO alarm (account_id, shipment_id, alarm, courier, awb, raised_at)
  SELECT account_id, id, unnest(alarms), courier, awb, updated_at FROM shipment WHERE alarms <> '{}';
`;
