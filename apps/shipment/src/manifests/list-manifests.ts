import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { detailView, findManifest, MANIFEST_COLUMNS, manifestView } from './manifest-view.ts';
import type { ManifestWithCash } from './manifest-view.ts';
import type { ListManifestsQuery, ManifestAnswer, ManifestDetailAnswer } from './manifest.schema.ts';

/** Newest first. */
export async function listManifests(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListManifestsQuery,
): Promise<Page<ManifestAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { rows } = await pool.query<ManifestWithCash>(
    `
    SELECT ${MANIFEST_COLUMNS} FROM manifest m
    WHERE m.account_id = $1 AND ($2::text IS NULL OR m.id < $2) AND ($3::text IS NULL OR m.courier = $3)
      AND ($4::text IS NULL OR m.state = $4) AND ($5::text IS NULL OR m.id IN (
        SELECT manifest_id FROM manifest_parcel p WHERE p.account_id = $1 AND p.shipment_id = $5
        UNION ALL SELECT manifest_id FROM manifest_parcel_left l WHERE l.account_id = $1 AND l.shipment_id = $5))
    ORDER BY m.id DESC LIMIT $6`,
    [accountId, before?.[0] ?? null, query.courierId ?? null, query.status ?? null, query.shipmentId ?? null, size + 1],
  );
  return pageOf(rows, size, { item: manifestView, key: (row) => [row.id] });
}

export async function readManifest(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  id: string,
): Promise<ManifestDetailAnswer> {
  return detailView(pool, accountId, await findManifest(pool, accountId, id));
}
