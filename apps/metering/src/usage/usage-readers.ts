import type { Pool } from 'pg';
import type { MeterDirectory } from '../meter-definitions/meter-directory.ts';

/** The dependencies of queries: connections apart from ingestion's. A class, because Nest injects by class. */
export class UsageReaders {
  constructor(
    readonly pool: Pool,
    readonly meters: MeterDirectory,
  ) {}
}
