import type { DatabaseSpec } from '@qafila/runtime/database';
import { Endpoint } from './endpoints/endpoint.entity.ts';
import { Webhooks1700000000001 } from './migrations/0001-webhooks.ts';
import { HealthBeginsAnew1700000000002 } from './migrations/0002-health-begins-anew.ts';

/** The schema of this service. */
export const WEBHOOKS_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'webhooks', entities: [Endpoint], migrations: [Webhooks1700000000001, HealthBeginsAnew1700000000002],
};
