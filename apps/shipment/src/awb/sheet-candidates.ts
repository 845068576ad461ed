import { conflict } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { shipmentNotFound } from '../shipments/find-shipment.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { isCancelled } from '../state/status.ts';
import { noLabelYet } from './no-label-yet.ts';
import { labelFileBytes, labelFiles, shipmentsOf } from './sheet-labels.ts';
import type { LabelSheetError } from './sheet.schema.ts';

type Problem = Pick<LabelSheetError, 'code' | 'message'>;
/** What goes into the file, with its pages, or why it does not. */
export type Candidate = { id: string; pages: number } | (Problem & { id: string });

/** In the order of the shipments. What a file has no room for, in bytes or pages, is for the next one. */
export async function sheetCandidates(
  dependencies: ShipmentDependencies,
  accountId: string,
  ids: readonly string[],
): Promise<Candidate[]> {
  const { pool } = dependencies;
  const rows = await shipmentsOf(dependencies, accountId, ids);
  const sizes = await labelFileBytes(pool, accountId, ids);
  const candidates: Candidate[] = [];
  let bytes = 0;
  let isFull = false;
  for (const id of ids) {
    const row = rows.get(id);
    const refusal = await refusalOf(dependencies, row, id);
    const size = sizes.get(id) ?? 0;
    isFull ||= refusal === undefined && bytes + size > LIMITS.sheetFilesBytesMax;
    if (refusal !== undefined) candidates.push({ id, ...refusal });
    else if (isFull) candidates.push({ id, ...FULL });
    else candidates.push({ id, pages: requestOf((row as ShipmentRow).request).packages.length });
    if (!isFull && refusal === undefined) bytes += size;
  }
  return withinPages(await countFiles(dependencies, accountId, { candidates, withFile: sizes }));
}

/** A courier's own label may have other pages than one for each package, or be unreadable. */
async function countFiles(
  { pool, labels }: ShipmentDependencies,
  accountId: string,
  { candidates, withFile }: { candidates: readonly Candidate[]; withFile: ReadonlyMap<string, number> },
): Promise<Candidate[]> {
  const ids = candidates.filter((each) => 'pages' in each && withFile.has(each.id)).map(({ id }) => id);
  const files = ids.length === 0 ? new Map<string, Buffer>() : await labelFiles(pool, accountId, ids);
  const counts = await labels.countPages([...files.values()]);
  const pagesOf = new Map([...files.keys()].map((id, index) => [id, counts[index]]));
  return candidates.map((candidate) => {
    const pages = pagesOf.get(candidate.id);
    if (pages === undefined || 'code' in candidate) return candidate;
    return pages === null ? { id: candidate.id, ...UNREADABLE } : { ...candidate, pages };
  });
}

/** From the first label on that has no room, all wait for the next file: so the order stays. */
function withinPages(candidates: readonly Candidate[]): Candidate[] {
  let [pages, isFull] = [0, false];
  return candidates.map((candidate) => {
    if ('code' in candidate) return candidate;
    isFull ||= pages + candidate.pages > LIMITS.sheetPagesMax;
    if (isFull) return { id: candidate.id, ...FULL };
    pages += candidate.pages;
    return candidate;
  });
}

const FULL: Problem = {
  code: 'FILE_FULL',
  message: 'The file is full: send this shipment and those behind it in another call.',
};
const UNREADABLE: Problem = {
  code: 'LABEL_UNREADABLE',
  message: "The courier's own label cannot be merged: open it by the address of the shipment's AWB.",
};

async function refusalOf(
  { pool }: ShipmentDependencies,
  row: ShipmentRow | undefined,
  id: string,
): Promise<Problem | undefined> {
  const refusal = row === undefined ? shipmentNotFound(id) : await withoutLabel(pool, row);
  return refusal && { code: refusal.code, message: refusal.message };
}

async function withoutLabel(pool: ShipmentDependencies['pool'], row: ShipmentRow): Promise<Refusal | undefined> {
  if (isCancelled(row.status))
    return conflict('AWB_CANCELLED', `This shipment is ${row.status}: it has no label any more.`, {
      status: row.status,
    });
  return row.awb === null ? noLabelYet(pool, row) : undefined;
}
