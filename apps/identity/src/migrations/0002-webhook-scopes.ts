import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key that could do everything when it was made can do what came with webhooks too; narrower keys stay as narrow. */
export class WebhookScopes1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE api_key SET scopes = scopes || '{webhooks:write,webhooks:read}'
      WHERE scopes @> '{meters:write,meters:read,usage:write,keys:write,keys:read,payments:write,payments:read}' AND NOT scopes @> '{webhooks:write}'`);
  }

  async down(): Promise<void> {
    throw new Error('scopes that keys have used are not taken away');
  }
}
