import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { conflict } from '@qafila/envelopes/refusal';
import type { DocumentKind } from '../documents/document-kinds.ts';
import type { Label, LabelFormat } from '../label/label.ts';
import { LIMITS } from '../limits.ts';
import { findShipment } from '../shipments/find-shipment.ts';
import type { Owner } from '../shipments/owner.ts';
import { isCancelled } from '../state/status.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { checkAwbUrl, signAwbUrl } from './awb-url.ts';
import type { AwbAccess, AwbFile } from './awb-url.ts';
import type { AwbAnswer } from './awb.schema.ts';
import { courierLabelBytes, courierLabels } from './courier-label.ts';
import { documentBytes } from './documents.ts';
import { labelOf } from './label-of.ts';
import { noLabelYet } from './no-label-yet.ts';

/** Increase it when labels are drawn differently: earlier addresses then open nothing, and §4.8 answers new ones. */
const DRAWING_VERSION = 2;

/** §4.8: the addresses of the label's files, which open them without a token until they expire. */
export async function findAwb(
  dependencies: ShipmentDependencies,
  { accountId }: Owner,
  id: string,
): Promise<AwbAnswer> {
  const { pool, clock, publicUrl, keys } = dependencies;
  const row = await findShipment(pool, accountId, id);
  if (isCancelled(row.status))
    throw conflict('AWB_CANCELLED', `This shipment is ${row.status}: it has no label any more.`, {
      status: row.status,
    });
  const label = await labelOfRow(dependencies, row);
  const file: Omit<AwbFile, 'format' | 'packageNumber'> = { accountId, shipmentId: row.id, digest: digestOf(label) };
  const own = await courierLabels(pool, row);
  const expiresAtMs = clock() + LIMITS.awbUrlMs;
  const url = (format: LabelFormat, packageNumber = 0): string =>
    signAwbUrl(
      publicUrl,
      { ...file, digest: (packageNumber === 0 ? own.get(format) : undefined) ?? file.digest, format, packageNumber },
      { key: keys.awb, expiresAtMs },
    );
  return {
    awbUrl: url('pdf'),
    awb: row.awb as string,
    packages: label.packages.length,
    expiresAt: new Date(expiresAtMs).toISOString(),
    formats: { pdf: url('pdf'), zpl: url('zpl'), png: label.packages.map((_, index) => url('png', index + 1)) },
  };
}

/**
 * A document, the courier's own label, or the one that we draw. The same address gives the same bytes, because the
 * digest in it is that of the file, or of the data from which alone a drawn one follows.
 */
export async function openAwb(dependencies: ShipmentDependencies, file: AwbFile, access: AwbAccess): Promise<Buffer> {
  const { pool, clock, keys, labels } = dependencies;
  checkAwbUrl(file, access, { keys: [keys.awb], nowMs: clock() });
  const row = await findShipment(pool, file.accountId, file.shipmentId);
  if (isDocument(file)) return documentBytes(dependencies, row, file);
  const own = await courierLabelBytes(pool, file);
  if (own !== undefined && !isCancelled(row.status)) return own;
  const label = await labelOfRow(dependencies, row);
  // A courier's label of a cancelled shipment may not be used any more: ours says so in its place.
  if (own === undefined && digestOf(label) !== file.digest)
    throw conflict('AWB_CHANGED', "This label has changed. Ask for the shipment's AWB again.");
  // A label that was given out before the cancellation.
  const drawn: Label = isCancelled(row.status) ? { ...label, mark: 'VOID' } : label;
  return labels.render(drawn, file.format, Math.max(0, file.packageNumber - 1));
}

function isDocument(file: AwbFile): file is AwbFile & { kind: DocumentKind } {
  return file.kind !== undefined && file.kind !== 'LABELS';
}

/** What our drawing of its label shows. Throws a 409 refusal while there is no waybill. */
export async function labelOfRow({ couriers, pool }: ShipmentDependencies, row: ShipmentRow): Promise<Label> {
  const { awb, label, courier, request, service_code: serviceCode } = row;
  if (awb === null) throw await noLabelYet(pool, row);
  return labelOf(requestOf(request), {
    awb,
    courier: couriers.name(courier),
    // A waybill that was set by hand comes without label data.
    data: label ?? { service: serviceCode ?? '' },
    account: couriers.shared(courier) === undefined ? await accountNumber(pool, row) : undefined,
    shippedAt: row.created_at,
  });
}

async function accountNumber(pool: Pool, row: ShipmentRow): Promise<string | undefined> {
  const { rows } = await pool.query<{ courier_account: string }>({
    name: 'account-on-label',
    text: 'SELECT courier_account FROM courier_account WHERE account_id = $1 AND mode = $2 AND courier = $3',
    values: [row.account_id, row.mode, row.courier],
  });
  return rows[0]?.courier_account;
}

function digestOf(label: Label): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, label]))
    .digest('hex');
}
