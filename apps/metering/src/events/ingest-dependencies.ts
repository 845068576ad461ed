import type { Pool } from 'pg';
import type { MeterDirectory } from '../meter-definitions/meter-directory.ts';
import type { RecentFacts } from './usage-fact.ts';

/** The dependencies of acceptEvents(). A class, because Nest injects by class. */
export class IngestDependencies {
  constructor(
    readonly pool: Pool,
    readonly meters: MeterDirectory,
    readonly recent: RecentFacts,
    /** How long after a period's end usage for it is still on time. */
    readonly graceMs: number,
    /** Called after each commit that published something: wakes the relay. */
    readonly onCommit: () => void,
    /** Called with an error that is a fault of this service, and that one event got as its result. */
    readonly onUnforeseen: (error: unknown) => void = () => {},
  ) {}
}
