import type { DatabaseSpec } from '@qafila/runtime/database';
import { HmacSecret } from './hmac/hmac-secret.entity.ts';
import { ApiKey } from './keys/key.entity.ts';
import { Identity1700000000001 } from './migrations/0001-identity.ts';
import { WebhookScopes1700000000002 } from './migrations/0002-webhook-scopes.ts';

/** The schema of this service: one description for the service and for what prepares it. */
export const IDENTITY_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'identity', entities: [ApiKey, HmacSecret], migrations: [Identity1700000000001, WebhookScopes1700000000002],
};
