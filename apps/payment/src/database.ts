import type { DatabaseSpec } from '@qafila/runtime/database';
import { Payment1700000000001 } from './migrations/0001-payment.ts';

/** The schema of this service. Its rows are read and written by plain SQL: most statements lock, move and tell at once. */
export const PAYMENT_DATABASE: Omit<DatabaseSpec, 'url' | 'poolSize'> = { schema: 'payment', entities: [], migrations: [Payment1700000000001] };
