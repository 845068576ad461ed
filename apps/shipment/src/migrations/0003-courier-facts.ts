import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What couriers report of a scan, who changed a shipment by hand, and what is known of each package. All columns are
 * nullable: an older replica inserts rows without them.
 */
export class CourierFacts1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}

const COLUMNS = `
  ALTER TABLE history
    -- The courier's own words for the reason.
    ADD COLUMN reason text,
    ADD COLUMN latitude double precision,
    ADD COLUMN longitude double precision,
    -- Where the courier shows its proof of delivery.
    ADD COLUMN proof_url text,
    -- The key that a person used, and what it did: retry-booking, set-waybill and so on.
    ADD COLUMN actor text,
    ADD COLUMN action text;
  ALTER TABLE shipment
    -- State and scan time of each package; null while all have those of the shipment.
    ADD COLUMN packages json,
    -- The merchant's reference, when another shipment may have taken it over; reference is then another text.
    ADD COLUMN released_reference text;
`;
