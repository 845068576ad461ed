import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lines that are settled in another currency than the payment (decision 0019). An older replica stores them without
 * what was exchanged, as exceptions.
 */
export class ExchangedLines1700000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What the line settles in the currency of the payment, and how far a rate leaves that open; null where the
      -- gateway exchanged nothing.
      ALTER TABLE settlement_line ADD COLUMN exchanged_currency text, ADD COLUMN exchanged_minor bigint,
        ADD COLUMN exchanged_within bigint;
    `);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}
