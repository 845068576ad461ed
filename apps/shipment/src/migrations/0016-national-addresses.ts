import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the directory of National Addresses answered. A new table only. */
export class NationalAddresses1700000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the table alone');
  }
}

const TABLE = `
  CREATE TABLE national_address (
    short_address text PRIMARY KEY,
    -- Null: the directory has no such address.
    address json,
    read_at timestamptz NOT NULL
  );
  CREATE INDEX national_address_read ON national_address (read_at);
`;
