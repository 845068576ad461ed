import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Slots 3 to 6 are for keys that may decide about money, and only for them. Such a key never creates keys: it could
 * otherwise create the second key that must confirm its own decisions (decision 0018). Existing keys are not changed.
 */
export class ReviewKeys1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_key DROP CONSTRAINT api_key_slot_check,
        ADD CONSTRAINT api_key_slot_check CHECK (
          CASE WHEN 'payments:resolve' = ANY (scopes)
            THEN slot BETWEEN 3 AND 6 AND NOT 'keys:write' = ANY (scopes)
            ELSE slot IN (1, 2)
          END)`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the slots alone');
  }
}
