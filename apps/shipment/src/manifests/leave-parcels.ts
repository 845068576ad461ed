import type { PoolClient } from 'pg';
import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { BEFORE_PICKUP } from '../state/status.ts';
import type { Status } from '../state/status.ts';
import { detailView, findManifest } from './manifest-view.ts';
import type { LeftBehindBody, ManifestDetailAnswer } from './manifest.schema.ts';

/** The courier has reported nothing about the goods. */
const NOT_TAKEN: readonly Status[] = [...BEFORE_PICKUP, 'CANCEL_REQUESTED', 'CANCELLED', 'CANCELLED_BY_COURIER'];

interface Listed {
  shipment_id: string;
  is_left: boolean;
  status: Status;
}

/**
 * Parcels that the driver did not take leave the lines and the totals, stay with the manifest, and go on the next one.
 * A parcel that was left already is skipped, so a repeat changes nothing.
 */
export async function leaveParcels(
  { pool, clock }: ShipmentDependencies,
  { accountId, keyId }: Person,
  id: string,
  { shipmentIds }: LeftBehindBody,
): Promise<ManifestDetailAnswer> {
  return inTransaction(pool, async (tx) => {
    // Two reports of one manifest take turns; the courier's answer waits for neither.
    await tx.query('SELECT 1 FROM manifest WHERE account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
    const { state } = await findManifest(tx, accountId, id);
    const listed = await listedOf(tx, { accountId, id, shipmentIds });
    for (const shipmentId of shipmentIds) {
      const line = listed.find((one) => one.shipment_id === shipmentId);
      if (line === undefined) throw notListed(shipmentId);
      if (!line.is_left && !NOT_TAKEN.includes(line.status)) throw taken(line);
    }
    if (state === 'REQUESTED')
      throw conflict(
        'MANIFEST_UNDECIDED',
        'The courier is being asked for this manifest: report when it has answered.',
      );
    await moveLines(tx, { accountId, id, shipmentIds, leftAt: new Date(clock()), leftBy: keyId });
    return detailView(tx, accountId, await findManifest(tx, accountId, id));
  });
}

/** Locked in one order, as a close locks them: a scan that says that the driver has a parcel is before or after. */
async function listedOf(
  tx: PoolClient,
  { accountId, id, shipmentIds }: { accountId: string; id: string; shipmentIds: readonly string[] },
): Promise<Listed[]> {
  const { rows } = await tx.query<Listed>(
    `
    SELECT s.id AS shipment_id, p.shipment_id IS NULL AS is_left, s.status FROM shipment s
    LEFT JOIN manifest_parcel p ON p.account_id = s.account_id AND p.shipment_id = s.id AND p.manifest_id = $2
    LEFT JOIN manifest_parcel_left l ON l.account_id = s.account_id AND l.shipment_id = s.id AND l.manifest_id = $2
    WHERE s.account_id = $1 AND s.id = ANY ($3) AND (p.shipment_id IS NOT NULL OR l.shipment_id IS NOT NULL)
    ORDER BY s.id FOR NO KEY UPDATE OF s`,
    [accountId, id, shipmentIds],
  );
  return rows;
}

async function moveLines(
  tx: PoolClient,
  lines: { accountId: string; id: string; shipmentIds: readonly string[]; leftAt: Date; leftBy: string },
): Promise<void> {
  const { accountId, id, shipmentIds, leftAt, leftBy } = lines;
  await tx.query(
    `
    WITH gone AS (
      DELETE FROM manifest_parcel WHERE account_id = $1 AND manifest_id = $2 AND shipment_id = ANY ($3) RETURNING *
    ), kept AS (
      INSERT INTO manifest_parcel_left (
        account_id, manifest_id, shipment_id, position, awb, reference, city, pieces, weight_grams, cod_minor,
        currency, left_at, left_by)
      SELECT account_id, manifest_id, shipment_id, position, awb, reference, city, pieces, weight_grams, cod_minor,
        currency, $4, $5 FROM gone
      RETURNING pieces, weight_grams
    ), total AS (
      SELECT count(*) AS parcels, coalesce(sum(pieces), 0) AS pieces, coalesce(sum(weight_grams), 0) AS weight_grams
      FROM kept
    )
    UPDATE manifest m SET parcels = m.parcels - total.parcels, pieces = m.pieces - total.pieces,
      weight_grams = m.weight_grams - total.weight_grams
    FROM total WHERE m.account_id = $1 AND m.id = $2`,
    [accountId, id, shipmentIds, leftAt, leftBy],
  );
}

function notListed(shipmentId: string): Refusal {
  return new Refusal(
    404,
    'SHIPMENT_NOT_FOUND',
    `There is no shipment ${JSON.stringify(shipmentId)} on this manifest.`,
    {
      param: 'shipmentIds',
    },
  );
}

function taken({ shipment_id: shipmentId, status }: Listed): Refusal {
  return conflict(
    'MANIFEST_PARCEL_TAKEN',
    `The shipment ${shipmentId} is ${status}: the courier has reported that it has the goods.`,
    { shipmentId, status },
    'shipmentIds',
  );
}
