import type { PoolClient } from 'pg';
import { conflict } from '@qafila/envelopes/refusal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import type { JsonObject } from '@qafila/json/json-value';
import { stringifyExact } from '@qafila/json/write-json';
import { newId } from '@qafila/runtime/new-id';
import { readRequest } from '@qafila/schema/read-object';
import { BULK } from '../limits.ts';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { BulkJobRow } from './bulk-job.entity.ts';
import { CreateBulkBody } from './bulk.schema.ts';
import { bodiesOfCsv } from './csv-columns.ts';
import { jobView } from './read-jobs.ts';

/** Accepts the rows. What is wrong with one of them is its own result. */
export async function submitJob(
  dependencies: ShipmentDependencies,
  person: Person,
  { body, ...request }: IdempotentRequest,
): Promise<Answer> {
  const { shipments, csv, defaults } = readRequest(CreateBulkBody, body, 'body');
  const bodies = csv === undefined ? (shipments as JsonObject[]) : await bodiesOfCsv(csv);
  return idempotent(
    dependencies,
    { ...request, owner: person },
    {
      begin: async (tx) => {
        await refuseTooMany(tx, person);
        const job = await insertJob(dependencies, tx, person, {
          rows: bodies.length,
          defaults: defaults === undefined ? null : stringifyExact(defaults as JsonObject),
        });
        for (let at = 0; at < bodies.length; at += BULK.insertRowsMax)
          await insertRows(tx, job, { after: at, bodies: bodies.slice(at, at + BULK.insertRowsMax) });
        return { answer: { status: 202, body: shipmentSuccess(202, 'Bulk create accepted', jobView(job)) } };
      },
    },
  );
}

/** The lock lets one submission of a company at a time see how many there are. */
async function refuseTooMany(tx: PoolClient, { accountId }: Person): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`bulk ${accountId}`]);
  const { rows } = await tx.query<{ running: number }>(
    "SELECT count(*)::int AS running FROM bulk_job WHERE account_id = $1 AND status = 'running'",
    [accountId],
  );
  if ((rows[0]?.running ?? 0) >= BULK.jobsRunningMax)
    throw conflict(
      'BULK_JOBS_RUNNING',
      `The company has ${BULK.jobsRunningMax} bulk jobs that run or wait. Send this one when one of them has ended.`,
    );
}

async function insertJob(
  { clock }: ShipmentDependencies,
  tx: PoolClient,
  person: Person,
  { rows: total, defaults }: { rows: number; defaults: string | null },
): Promise<BulkJobRow> {
  const now = new Date(clock());
  const { rows } = await tx.query<BulkJobRow>(
    `
    INSERT INTO bulk_job (
      account_id, id, store_id, mode, status, defaults, rows_total, leased_until, turn_at, created_at, created_by)
    VALUES ($1, $2, $3, $4, 'running', $5, $6, $7, $7, $7, $8) RETURNING *`,
    [person.accountId, newId('blk', now.getTime()), person.storeId, person.mode, defaults, total, now, person.keyId],
  );
  return rows[0] as BulkJobRow;
}

async function insertRows(
  tx: PoolClient,
  { account_id: accountId, id }: BulkJobRow,
  { after, bodies }: { after: number; bodies: readonly JsonObject[] },
): Promise<void> {
  await tx.query(
    `
    INSERT INTO bulk_row (account_id, job_id, no, status, body)
    SELECT $1, $2, $3 + sent.no, 'pending', sent.body
    FROM unnest($4::text[]) WITH ORDINALITY AS sent (body, no)`,
    [accountId, id, after, bodies.map(stringifyExact)],
  );
}
