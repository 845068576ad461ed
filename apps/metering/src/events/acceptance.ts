import type { Pool } from 'pg';
import type { MeterDirectory } from '../meters/meter-directory.ts';
import type { RecentFacts } from './usage-fact.ts';

/** What taking usage in needs. A class so that Nest can inject it by name. */
export class Acceptance {
  constructor(
    readonly pool: Pool,
    readonly meters: MeterDirectory,
    readonly recent: RecentFacts,
    /** How long after a period's end usage for it is still on time. */
    readonly graceMs: number,
    /** Called after each commit that published something: wakes the relay. */
    readonly onCommit: () => void,
  ) {}
}
