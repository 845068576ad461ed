import { Refusal } from '@qafila/envelopes/refusal';
import type { SheetPart } from '../label/sheet-part.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { isCancelled } from '../state/status.ts';
import { checkAwbUrl } from './awb-url.ts';
import type { AwbAccess, AwbFile } from './awb-url.ts';
import { labelOfRow } from './find-awb.ts';
import type { LabelSheetRow } from './label-sheet.entity.ts';
import { digestOfSheet } from './make-sheet.ts';
import { labelFiles, shipmentsOf } from './sheet-labels.ts';

/** The labels of an address, as they are now: one that was cancelled meanwhile is drawn VOID, also a courier's own. */
export async function openSheet(dependencies: ShipmentDependencies, file: AwbFile, access: AwbAccess): Promise<Buffer> {
  const { pool, clock, keys, labels } = dependencies;
  checkAwbUrl(file, access, { keys: [keys.awb], nowMs: clock() });
  const { rows: sheets } = await pool.query<LabelSheetRow>({
    name: 'find-label-sheet',
    text: 'SELECT * FROM label_sheet WHERE account_id = $1 AND id = $2',
    values: [file.accountId, file.shipmentId],
  });
  const [sheet] = sheets;
  if (sheet === undefined || digestOfSheet(sheet) !== file.digest)
    throw new Refusal(410, 'AWB_URL_EXPIRED', 'This file of labels has expired. Ask for the labels again.');
  const rows = await shipmentsOf(dependencies, file.accountId, sheet.shipment_ids);
  const valid = sheet.shipment_ids.filter((id) => !isCancelled((rows.get(id) as ShipmentRow).status));
  const files = await labelFiles(pool, file.accountId, valid);
  const parts: SheetPart[] = [];
  for (const id of sheet.shipment_ids) {
    const own = files.get(id);
    parts.push(own === undefined ? await drawnPart(dependencies, rows.get(id) as ShipmentRow) : { file: own });
  }
  return labels.renderSheet(parts, sheet.layout);
}

async function drawnPart(dependencies: ShipmentDependencies, row: ShipmentRow): Promise<SheetPart> {
  const label = await labelOfRow(dependencies, row);
  return { label: isCancelled(row.status) ? { ...label, mark: 'VOID' } : label };
}
