import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { BULK } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { claimJob, workJob } from './work-job.ts';

/** Creates the shipments of bulk jobs, some rows of one job a round. Every process may run it. */
export class BulkLoop extends BackgroundLoop {
  #deleteAtMs = 0;

  constructor(private readonly dependencies: ShipmentDependencies) {
    super({
      name: 'bulk',
      log: dependencies.log,
      backoff: { firstMs: BULK.restMs, maxMs: BULK.leaseMs },
      round: () => this.#round(),
    });
  }

  async #round(): Promise<number> {
    const job = await claimJob(this.dependencies);
    if (job !== undefined) {
      await workJob(this.dependencies, job);
      return 0;
    }
    await this.#deleteOld();
    return BULK.restMs;
  }

  /** Rows go with their job. */
  async #deleteOld(): Promise<void> {
    const { pool, clock } = this.dependencies;
    if (Date.now() < this.#deleteAtMs) return;
    this.#deleteAtMs = Date.now() + BULK.deleteEveryMs;
    await pool.query(
      `
      DELETE FROM bulk_job WHERE (account_id, id) IN (
        SELECT account_id, id FROM bulk_job WHERE finished_at < $1 ORDER BY finished_at LIMIT ${BULK.deletedJobsMax}
        FOR UPDATE SKIP LOCKED)`,
      [new Date(clock() - BULK.keptMs)],
    );
  }
}
