import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parcels that a driver left behind, and manifests that a person resolved. Adds a table and nullable columns. */
export class ManifestsResolved1700000000226 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RESOLVED);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table and the columns alone');
  }
}

const RESOLVED = `
  ALTER TABLE manifest ADD COLUMN resolved_by text, ADD COLUMN resolution text;
  -- Lines that the driver did not take: out of manifest_parcel, so that the next manifest can have the parcel.
  CREATE TABLE manifest_parcel_left (
    account_id text NOT NULL,
    manifest_id text NOT NULL,
    shipment_id text NOT NULL,
    position integer NOT NULL,
    awb text NOT NULL,
    reference text NOT NULL,
    city text NOT NULL,
    pieces integer NOT NULL,
    weight_grams bigint NOT NULL,
    cod_minor bigint NOT NULL,
    currency text NOT NULL,
    left_at timestamptz NOT NULL,
    left_by text NOT NULL,
    PRIMARY KEY (account_id, manifest_id, shipment_id)
  );
`;
