import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From when on pointer rows of the outbox have the first six bytes of each digest, not all sixteen. */
export class ShortDigests1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row. The relay of the version before cannot read short digests, and runs on for less than a day.
      CREATE TABLE short_digests (since timestamptz PRIMARY KEY);
      INSERT INTO short_digests
      SELECT CASE WHEN EXISTS (SELECT 1 FROM usage_event) THEN now() + interval '1 day' ELSE '-infinity' END`);
  }

  async down(): Promise<void> {
    throw new Error('an older version cannot read the rows written since');
  }
}
