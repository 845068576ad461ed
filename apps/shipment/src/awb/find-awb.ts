import { createHash } from 'node:crypto';
import { conflict } from '@qafila/envelopes/refusal';
import type { Label, LabelFormat } from '../label/label.ts';
import { LIMITS } from '../limits.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { findShipment } from '../shipments/change-shipment.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { checkAwbUrl, signAwbUrl } from './awb-url.ts';
import type { AwbFile } from './awb-url.ts';
import { labelOf } from './label-of.ts';

/** Grows when labels are drawn in another way: addresses of before then open nothing, and the next answer of §4.8 has new ones. */
const DRAWN = 1;

/** §4.8: the label's address, for whoever holds it until it expires; and those of the other formats. */
export async function findAwb(shipments: Shipments, { accountId }: Owner, id: string): Promise<Record<string, unknown>> {
  const row = await findShipment(shipments.pool, accountId, id);
  const label = labelOfRow(shipments, row);
  const file: Omit<AwbFile, 'format' | 'packageNumber'> = { accountId, shipmentId: row.id, digest: digestOf(label) };
  const expiresAtMs = shipments.clock() + LIMITS.awbUrlMs;
  const url = (format: LabelFormat, packageNumber = 0): string => signAwbUrl(shipments.publicUrl, { ...file, format, packageNumber }, { key: shipments.keys.awb, expiresAtMs });
  return {
    awbUrl: url('pdf'), awb: row.awb, packages: label.packages.length, expiresAt: new Date(expiresAtMs).toISOString(),
    formats: { pdf: url('pdf'), zpl: url('zpl'), png: label.packages.map((_, index) => url('png', index + 1)) },
  };
}

/** The file behind an address. The same address has the same bytes: they follow from the label alone. */
export async function openAwb(shipments: Shipments, file: AwbFile, asked: { expires: string; signature: string }): Promise<Buffer> {
  checkAwbUrl(file, asked, { keys: [shipments.keys.awb], nowMs: shipments.clock() });
  const label = labelOfRow(shipments, await findShipment(shipments.pool, file.accountId, file.shipmentId));
  if (digestOf(label) !== file.digest) throw conflict('AWB_CHANGED', 'This label was drawn anew. Ask for the shipment\'s AWB again.');
  return shipments.labels.render(label, file.format, Math.max(0, file.packageNumber - 1));
}

function labelOfRow({ couriers }: Shipments, { awb, label, courier, request, status }: ShipmentRow): Label {
  if (awb === null || label === null) throw conflict('AWB_NOT_READY', `The courier has not booked this shipment yet: it is ${status}.`, { status });
  return labelOf(requestOf(request), { awb, courier: couriers.find(courier)?.name ?? courier, service: [label.service, label.sortCode].filter(Boolean).join(' · ') });
}

function digestOf(label: Label): string {
  return createHash('sha256').update(JSON.stringify([DRAWN, label])).digest('hex');
}
