import type { DatabaseSpec } from '@qafila/runtime/database';
import { Sandbox1700000000001 } from './migrations/0001-sandbox.ts';
import { Parcels1700000000002 } from './migrations/0002-parcels.ts';

/** The schema of this service. The code reads and writes rows with plain SQL. */
export const SANDBOX_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = {
  schema: 'sandbox',
  entities: [],
  migrations: [Sandbox1700000000001, Parcels1700000000002],
};
