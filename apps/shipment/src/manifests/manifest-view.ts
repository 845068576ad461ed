import type { Pool, PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { kilograms } from '../shipments/waiting-parcel.ts';
import type { ManifestLineColumns, ManifestParcelLeftRow, ManifestParcelRow, ManifestRow } from './manifest.entity.ts';
import type { ManifestAnswer, ManifestDetailAnswer, ManifestLine } from './manifest.schema.ts';

export type ManifestWithCash = Omit<ManifestRow, 'document'> & {
  cod: { currency: string; minor: string }[] | null;
  has_document: boolean;
};

/** The select list of a manifest with its cash. */
export const MANIFEST_COLUMNS = `
  m.account_id, m.id, m.courier, m.state, m.address, m.parcels, m.pieces, m.weight_grams, m.number, m.reason_code,
  m.reason, m.closed_at, m.closed_by, m.resolved_by, m.resolution, m.document IS NOT NULL AS has_document,
  (SELECT json_agg(json_build_object('currency', currency, 'minor', minor::text) ORDER BY currency) FROM (
    SELECT currency, sum(cod_minor) AS minor FROM manifest_parcel p
    WHERE p.account_id = m.account_id AND p.manifest_id = m.id AND cod_minor > 0 GROUP BY currency) cash) AS cod`;

/** A manifest of another company gets the same 404 as an unknown one. */
export async function findManifest(db: Pool | PoolClient, accountId: string, id: string): Promise<ManifestWithCash> {
  const { rows } = await db.query<ManifestWithCash>(
    `SELECT ${MANIFEST_COLUMNS} FROM manifest m WHERE m.account_id = $1 AND m.id = $2`,
    [accountId, id],
  );
  if (rows[0] !== undefined) return rows[0];
  throw new Refusal(404, 'MANIFEST_NOT_FOUND', `There is no manifest ${JSON.stringify(id)} in this company.`, {
    param: 'manifest_id',
  });
}

export async function linesOf(db: Pool | PoolClient, accountId: string, id: string): Promise<ManifestParcelRow[]> {
  const { rows } = await db.query<ManifestParcelRow>(
    'SELECT * FROM manifest_parcel WHERE account_id = $1 AND manifest_id = $2 ORDER BY position',
    [accountId, id],
  );
  return rows;
}

export function manifestView(row: ManifestWithCash): ManifestAnswer {
  return {
    manifestId: row.id,
    courierId: row.courier,
    manifestStatus: row.state,
    address: row.address,
    shipments: row.parcels,
    pieces: row.pieces,
    weight: kilograms(BigInt(row.weight_grams)),
    cod: (row.cod ?? []).map(({ currency, minor }) => ({ currency, amount: major(minor, currency) })),
    courierNumber: row.number,
    reasonCode: row.reason_code,
    reason: row.reason,
    closedAt: row.closed_at.toISOString(),
    closedBy: row.closed_by,
    resolvedBy: row.resolved_by,
    resolution: row.resolution,
  };
}

/** With what the driver took and what was left behind. */
export async function detailView(
  db: Pool | PoolClient,
  accountId: string,
  manifest: ManifestWithCash,
): Promise<ManifestDetailAnswer> {
  const lines = await linesOf(db, accountId, manifest.id);
  const { rows: left } = await db.query<ManifestParcelLeftRow>(
    'SELECT * FROM manifest_parcel_left WHERE account_id = $1 AND manifest_id = $2 ORDER BY position',
    [accountId, manifest.id],
  );
  return {
    ...manifestView(manifest),
    lines: lines.map(lineView),
    leftBehind: left.map((row) => ({ ...lineView(row), leftAt: row.left_at.toISOString(), leftBy: row.left_by })),
  };
}

function lineView(row: ManifestLineColumns): ManifestLine {
  return {
    shipmentId: row.shipment_id,
    awb: row.awb,
    referenceNumber: row.reference,
    city: row.city,
    pieces: row.pieces,
    weight: kilograms(BigInt(row.weight_grams)),
    codAmount: major(row.cod_minor, row.currency),
    currency: row.currency,
  };
}

function major(minor: string, currency: string): number {
  return Number(fromMinorUnits(BigInt(minor), currency));
}
