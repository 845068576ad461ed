import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where a search at a gateway goes on, and the account at the gateway that keeps a saved card. A connection is never
 * deleted while it keeps cards, so a card that is older than its connection was saved with the deployment's own
 * gateway. The columns are nullable, because an older replica inserts without.
 */
export class SearchesAndCardAccounts1700000000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operation ADD COLUMN inquiry_cursor text');
    await runner.query('ALTER TABLE wallet_token ADD COLUMN gateway_account text');
    await runner.query(`
      UPDATE wallet_token t SET gateway_account = coalesce((SELECT c.gateway_account FROM gateway_connection c
        WHERE c.account_id = t.account_id AND c.store_id = t.store_id AND c.mode = t.mode AND c.type = t.gateway
        AND c.created_at <= t.created_at), '')
      WHERE t.kind = 'card'`);
  }

  async down(): Promise<void> {
    throw new Error('an older version leaves the columns alone');
  }
}
