import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { conflict } from '@qafila/envelopes/refusal';
import type { ShipmentRequest } from '../body/create-body.ts';
import type { CourierDocument } from '../couriers/courier.ts';
import { isDrawn } from '../documents/document-kinds.ts';
import type { CourierDocumentKind, DocumentKind } from '../documents/document-kinds.ts';
import { dueDocuments, papersOf } from '../documents/due-documents.ts';
import type { DocumentFacts } from '../documents/due-documents.ts';
import type { LabelFormat } from '../label/label.ts';
import { LIMITS } from '../limits.ts';
import type { ShipmentDocument } from '../shipments/document.schema.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { isCancelled } from '../state/status.ts';
import { signAwbUrl } from './awb-url.ts';
import type { AwbFile } from './awb-url.ts';
import { dateAt } from './date-at.ts';

/** Increase it when documents are drawn differently. */
const DRAWING_VERSION = 1;

const KINDS: Partial<Record<CourierDocument['kind'], CourierDocumentKind>> = {
  invoice: 'COURIER_INVOICE',
  receipt: 'COURIER_RECEIPT',
  manifest: 'COURIER_MANIFEST',
};

/** The documents of a booked shipment with their addresses; none before the booking and after a cancellation. */
export async function listDocuments(dependencies: ShipmentDependencies, row: ShipmentRow): Promise<ShipmentDocument[]> {
  if (row.awb === null || isCancelled(row.status)) return [];
  const { pool, clock, publicUrl, keys } = dependencies;
  const drawn = dueDocuments(requestOf(row.request)).map((kind) => ({
    kind,
    format: 'pdf' as const,
    digest: digestOf(dependencies, row, kind),
  }));
  const expiresAtMs = clock() + LIMITS.awbUrlMs;
  return [...drawn, ...(await courierFiles(pool, row))].map(({ kind, format, digest }) => ({
    kind,
    format,
    url: signAwbUrl(
      publicUrl,
      { accountId: row.account_id, shipmentId: row.id, kind, format, digest, packageNumber: 0 },
      { key: keys.awb, expiresAtMs },
    ),
    expiresAt: new Date(expiresAtMs).toISOString(),
  }));
}

/** The file of an address that is ours. */
export async function documentBytes(
  dependencies: ShipmentDependencies,
  row: ShipmentRow,
  file: AwbFile & { kind: DocumentKind },
): Promise<Buffer> {
  if (isCancelled(row.status))
    throw conflict('AWB_CANCELLED', `This shipment is ${row.status}: its documents must not be used any more.`, {
      status: row.status,
    });
  if (isDrawn(file.kind)) {
    if (row.awb !== null && digestOf(dependencies, row, file.kind) === file.digest)
      return dependencies.labels.renderPapers(papersOf(file.kind, factsOf(dependencies, row)));
  } else {
    const found = await courierBytes(dependencies.pool, file);
    if (found !== undefined) return found;
  }
  throw conflict('AWB_CHANGED', 'This document has changed. Ask for the shipment again.');
}

function factsOf({ couriers }: ShipmentDependencies, row: ShipmentRow): DocumentFacts {
  const request: ShipmentRequest = requestOf(row.request);
  const date = dateAt(row.created_at, request.shipFrom.countryCode);
  return { request, awb: row.awb as string, courier: couriers.name(row.courier), date };
}

function digestOf({ couriers }: ShipmentDependencies, row: ShipmentRow, kind: DocumentKind): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, kind, row.request, row.awb, couriers.name(row.courier), row.created_at]))
    .digest('hex');
}

interface CourierFile {
  kind: CourierDocumentKind;
  format: LabelFormat;
  digest: string;
}

async function courierFiles(pool: Pool, { account_id: accountId, id }: ShipmentRow): Promise<CourierFile[]> {
  const { rows } = await pool.query<{ kind: CourierDocument['kind']; format: LabelFormat; digest: string }>({
    name: 'courier-documents',
    text: `
      SELECT kind, format, digest FROM courier_document
      WHERE account_id = $1 AND shipment_id = $2 AND kind <> 'label' ORDER BY no`,
    values: [accountId, id],
  });
  return rows.flatMap(({ kind, format, digest }) => {
    const named = KINDS[kind];
    return named === undefined ? [] : [{ kind: named, format, digest }];
  });
}

async function courierBytes(pool: Pool, file: AwbFile): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ bytes: Buffer }>({
    name: 'courier-document-bytes',
    text: `
      SELECT bytes FROM courier_document
      WHERE account_id = $1 AND shipment_id = $2 AND kind <> 'label' AND format = $3 AND digest = $4 LIMIT 1`,
    values: [file.accountId, file.shipmentId, file.format, file.digest],
  });
  return rows[0]?.bytes;
}
