import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which labels a file of several shipments has. A new table only. */
export class LabelSheets1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}

const TABLE = `
  CREATE TABLE label_sheet (
    account_id text NOT NULL,
    id text NOT NULL,
    layout text NOT NULL,
    -- In the order of the pages.
    shipment_ids text[] NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
  );
  CREATE INDEX label_sheet_expiry ON label_sheet (expires_at);
`;
