import type { DatabaseSpec } from '@qafila/runtime/database';
import { Endpoint } from './endpoints/endpoint.entity.ts';
import { Webhooks1700000000001 } from './migrations/0001-webhooks.ts';

/** The schema of this service. */
export const WEBHOOKS_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'webhooks', entities: [Endpoint], migrations: [Webhooks1700000000001],
};
