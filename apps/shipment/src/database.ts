import type { DatabaseSpec } from '@qafila/runtime/database';
import { Shipment1700000000001 } from './migrations/0001-shipment.ts';

/** The schema of this service. Its rows are read and written by plain SQL: most statements lock, move and tell at once. */
export const SHIPMENT_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = { schema: 'shipment', entities: [], migrations: [Shipment1700000000001] };
