import type { PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { BULK, LIMITS } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { BulkJobRow } from './bulk-job.entity.ts';
import { judgeRows } from './judge-rows.ts';
import type { PendingRow, RowResult } from './judge-rows.ts';
import { storeRows } from './store-rows.ts';

/**
 * Takes the job whose turn is next: companies take turns, and of one company the oldest job comes first. The lease
 * keeps other processes away; the epoch keeps this one from storing anything once it has lost the job.
 */
export async function claimJob({ pool, clock }: ShipmentDependencies): Promise<BulkJobRow | undefined> {
  const now = clock();
  const { rows } = await pool.query<BulkJobRow>({
    name: 'claim-bulk-job',
    text: `
      UPDATE bulk_job SET epoch = epoch + 1, leased_until = $2, turn_at = $1
      WHERE (account_id, id) = (
        SELECT account_id, id FROM bulk_job j
        WHERE status = 'running' AND leased_until <= $1 AND NOT EXISTS (
          SELECT FROM bulk_job o WHERE o.account_id = j.account_id AND o.status = 'running' AND o.id < j.id)
        ORDER BY turn_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING *`,
    values: [new Date(now), new Date(now + BULK.leaseMs)],
  });
  return rows[0];
}

/** Creates the next rows of a claimed job. One transaction has the shipments, their results and the progress. */
export async function workJob(dependencies: ShipmentDependencies, job: BulkJobRow): Promise<void> {
  const rows = await nextRows(dependencies, job);
  const { ready, refused } = await judgeRows(dependencies, job, rows);
  await inTransaction(dependencies.pool, async (tx) => {
    if (!(await isStillOurs(tx, job))) return;
    const results = [...refused, ...(await storeRows(tx, ready))];
    await storeResults(tx, job, results);
    await storeProgress(tx, job, { results, isLast: job.next_no + rows.length > job.rows_total, dependencies });
  });
  dependencies.onCallDue();
}

/** By their size too: 100 rows of 250 packages would be one statement of 100 MB. */
async function nextRows({ pool }: ShipmentDependencies, job: BulkJobRow): Promise<PendingRow[]> {
  const { rows } = await pool.query<PendingRow>({
    name: 'next-bulk-rows',
    text: `
      SELECT no, body FROM (
        SELECT no, body, sum(length(body)) OVER (ORDER BY no) - length(body) AS before FROM bulk_row
        WHERE account_id = $1 AND job_id = $2 AND no >= $3 AND no < $3 + ${BULK.chunkRowsMax}
      ) sized WHERE before < ${LIMITS.createBatchCharactersMax} ORDER BY no`,
    values: [job.account_id, job.id, job.next_no],
  });
  return rows;
}

/** Locks the job. It may have been cancelled, or taken by another process after a lease that ended. */
async function isStillOurs(tx: PoolClient, { account_id: accountId, id, epoch }: BulkJobRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    "SELECT FROM bulk_job WHERE account_id = $1 AND id = $2 AND epoch = $3 AND status = 'running' FOR UPDATE",
    [accountId, id, epoch],
  );
  return rowCount === 1;
}

async function storeResults(
  tx: PoolClient,
  { account_id: accountId, id }: BulkJobRow,
  results: readonly RowResult[],
): Promise<void> {
  await tx.query({
    name: 'store-bulk-results',
    text: `
      UPDATE bulk_row r SET status = n.status, reference = n.reference, shipment_id = n.shipment_id,
        details = n.details, warnings = n.warnings, body = NULL
      FROM json_populate_recordset(NULL::bulk_row, $3) n
      WHERE r.account_id = $1 AND r.job_id = $2 AND r.no = n.no`,
    values: [accountId, id, JSON.stringify(results)],
  });
}

async function storeProgress(
  tx: PoolClient,
  job: BulkJobRow,
  {
    results,
    isLast,
    dependencies: { clock, log },
  }: { results: readonly RowResult[]; isLast: boolean; dependencies: ShipmentDependencies },
): Promise<void> {
  const created = results.filter(({ status }) => status === 'created').length;
  const now = new Date(clock());
  await tx.query({
    name: 'store-bulk-progress',
    text: `
      UPDATE bulk_job SET next_no = next_no + $3::integer, rows_created = rows_created + $4::integer,
        rows_failed = rows_failed + $3::integer - $4::integer, leased_until = $5,
        status = CASE WHEN $6 THEN 'done' ELSE status END, finished_at = CASE WHEN $6 THEN $5::timestamptz END,
        defaults = CASE WHEN $6 THEN NULL ELSE defaults END
      WHERE account_id = $1 AND id = $2`,
    values: [job.account_id, job.id, results.length, created, now, isLast],
  });
  if (isLast)
    log.info(
      {
        job: job.id,
        rows: job.rows_total,
        created: job.rows_created + created,
        ms: now.getTime() - job.created_at.getTime(),
      },
      'bulk.done',
    );
}
