import { createHash } from 'node:crypto';
import { newId } from '@qafila/runtime/new-id';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { signAwbUrl } from './awb-url.ts';
import type { LabelSheetRow } from './label-sheet.entity.ts';
import { sheetCandidates } from './sheet-candidates.ts';
import type { LabelSheetAnswer, LabelSheetBody } from './sheet.schema.ts';

/** The labels of several shipments in one PDF. What has no label is named, and the file has the others. */
export async function makeSheet(
  dependencies: ShipmentDependencies,
  { accountId }: Owner,
  { shipmentIds, layout = '4x6' }: LabelSheetBody,
): Promise<LabelSheetAnswer> {
  const candidates = await sheetCandidates(dependencies, accountId, shipmentIds);
  const taken = candidates.flatMap((candidate) => ('pages' in candidate ? [candidate] : []));
  const { clock, publicUrl, keys } = dependencies;
  const expiresAt = new Date(clock() + LIMITS.awbUrlMs);
  const sheet: LabelSheetRow = {
    account_id: accountId,
    id: newId('lbs', clock()),
    layout,
    shipment_ids: taken.map(({ id }) => id),
    expires_at: expiresAt,
  };
  if (taken.length > 0) await storeSheet(dependencies, sheet);
  const file = { accountId, shipmentId: sheet.id, digest: digestOfSheet(sheet), packageNumber: 0 };
  return {
    labelsUrl:
      taken.length === 0
        ? null
        : signAwbUrl(
            publicUrl,
            { ...file, kind: 'LABELS', format: 'pdf' },
            { key: keys.awb, expiresAtMs: expiresAt.getTime() },
          ),
    expiresAt: expiresAt.toISOString(),
    shipments: taken.length,
    labels: taken.reduce((sum, { pages }) => sum + pages, 0),
    errors: candidates.flatMap((candidate, index) =>
      'code' in candidate
        ? [{ index, shipmentId: candidate.id, code: candidate.code, message: candidate.message }]
        : [],
    ),
  };
}

/** Of what stands in the file. What the labels show may still become VOID. */
export function digestOfSheet({ layout, shipment_ids: ids }: Pick<LabelSheetRow, 'layout' | 'shipment_ids'>): string {
  return createHash('sha256')
    .update(JSON.stringify([layout, ids]))
    .digest('hex');
}

/** Each new one deletes two that have expired, so that they do not become more and more. */
async function storeSheet({ pool, clock }: ShipmentDependencies, sheet: LabelSheetRow): Promise<void> {
  await pool.query({
    name: 'store-label-sheet',
    text: `
      WITH expired AS (
        DELETE FROM label_sheet WHERE (account_id, id) IN (
          SELECT account_id, id FROM label_sheet WHERE expires_at < $6
          ORDER BY expires_at LIMIT 2 FOR UPDATE SKIP LOCKED
        )
      )
      INSERT INTO label_sheet (account_id, id, layout, shipment_ids, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    values: [sheet.account_id, sheet.id, sheet.layout, sheet.shipment_ids, sheet.expires_at, new Date(clock())],
  });
}
