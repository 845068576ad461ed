import { Refusal } from '@qafila/envelopes/refusal';
import { shipmentError } from '@qafila/envelopes/shipment';
import { isJsonObject } from '@qafila/json/is-object';
import type { JsonObject } from '@qafila/json/json-value';
import { parseStrict } from '@qafila/json/strict-json';
import { fillParties } from '../addresses/fill-parties.ts';
import { readCreateBody } from '../body/create-body.ts';
import type { ShipmentRequest } from '../body/create-body.ts';
import { warningsOf } from '../body/warnings.ts';
import type { Warning } from '../body/warnings.ts';
import { BULK } from '../limits.ts';
import { shipmentRow } from '../shipments/insert-shipments.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { BulkJobRow } from './bulk-job.entity.ts';
import type { BulkRowRow, RowDetail } from './bulk-row.entity.ts';

/** A row of the job that has no result yet. */
export interface PendingRow {
  no: number;
  body: string;
}
/** A row that can be stored. */
export interface ReadyRow {
  no: number;
  shipment: ShipmentRow;
  warnings: Warning[];
}
export type RowResult = Pick<BulkRowRow, 'no' | 'status' | 'reference' | 'shipment_id' | 'details' | 'warnings'>;

/** Reads rows by the rules of create, and chooses their couriers. */
export async function judgeRows(
  dependencies: ShipmentDependencies,
  job: BulkJobRow,
  rows: readonly PendingRow[],
): Promise<{ ready: ReadyRow[]; refused: RowResult[] }> {
  const couriers = await dependencies.couriers.ofCompany(dependencies.pool, job.account_id);
  const defaults = job.defaults === null ? {} : parsed(job.defaults);
  const given = rows.map(({ no, body }) => ({ no, body: { ...defaults, ...parsed(body) } }));
  const filled = await fillRows(dependencies.addresses, given);
  const judged = await Promise.all(
    filled.map(async ({ no, body, warnings }): Promise<ReadyRow | RowResult> => {
      try {
        return { no, ...(await readRow(dependencies, job, { body, warnings, couriers })) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return refusedRow(no, referenceOf(body), error);
      }
    }),
  );
  return {
    ready: judged.filter((row): row is ReadyRow => 'shipment' in row),
    refused: judged.filter((row): row is RowResult => !('shipment' in row)),
  };
}

interface FilledRow {
  no: number;
  body: JsonObject;
  warnings: Warning[];
}

/** Some at a time, so that the directory of addresses does not get the requests of all rows at one moment. */
async function fillRows(
  book: ShipmentDependencies['addresses'],
  rows: readonly { no: number; body: JsonObject }[],
): Promise<FilledRow[]> {
  const filled: FilledRow[] = [];
  for (let at = 0; at < rows.length; at += BULK.addressRowsAtOnce) {
    const part = rows.slice(at, at + BULK.addressRowsAtOnce).map(async ({ no, body: sent }) => {
      const { body, warnings } = await fillParties(book, sent);
      return { no, body: body as JsonObject, warnings };
    });
    filled.push(...(await Promise.all(part)));
  }
  return filled;
}

async function readRow(
  dependencies: ShipmentDependencies,
  job: BulkJobRow,
  { body, warnings, couriers }: Omit<FilledRow, 'no'> & { couriers: readonly string[] },
): Promise<Omit<ReadyRow, 'no'>> {
  const { nationalAddress } = dependencies;
  let known: ShipmentRequest | undefined;
  const read = (): ShipmentRequest =>
    (known ??= readCreateBody(body, { purpose: 'shipment', couriers, nationalAddress }));
  const choose = await dependencies.selector.prepare(job.account_id, read);
  const request = read();
  const owner = { accountId: job.account_id, storeId: job.store_id, mode: job.mode };
  const shipment = shipmentRow(dependencies, owner, { request, couriers, selection: choose(request, couriers) });
  return { shipment, warnings: warningsOf(request, warnings) };
}

/** The result of a row with the same details as the answer of create. */
export function refusedRow(no: number, reference: string | null, refusal: Refusal): RowResult {
  const { details } = shipmentError(refusal, '') as { details: (RowDetail & { request_id: string })[] };
  return {
    no,
    status: 'failed',
    reference,
    shipment_id: null,
    details: details.slice(0, BULK.detailsPerRowMax).map(({ code, field, message }) => ({ code, field, message })),
    warnings: null,
  };
}

/** Of a row that is refused: as far as it can be shown. */
function referenceOf({ referenceNumber: reference }: JsonObject): string | null {
  return typeof reference === 'string' && reference.length > 0 && reference.length <= 250 ? reference : null;
}

function parsed(text: string): JsonObject {
  const value = parseStrict(text, { numbers: 'exact' });
  return isJsonObject(value) ? value : {};
}
