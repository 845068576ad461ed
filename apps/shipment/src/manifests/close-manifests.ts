import type { PoolClient } from 'pg';
import { conflict } from '@qafila/envelopes/refusal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { newId } from '@qafila/runtime/new-id';
import { addTask } from '../courier-tasks/tasks.ts';
import { LIMITS } from '../limits.ts';
import { groupOf } from '../scans/group-of.ts';
import type { Person } from '../shipments/owner.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { waitingParcel } from '../shipments/waiting-parcel.ts';
import type { WaitingParcel } from '../shipments/waiting-parcel.ts';
import { findManifest, manifestView } from './manifest-view.ts';
import type { CloseManifestBody, ManifestAnswer } from './manifest.schema.ts';

type Line = WaitingParcel & { row: ShipmentRow };

/** Puts all parcels that wait for a courier, and are on no manifest yet, on one of their address. */
export async function closeManifests(
  dependencies: ShipmentDependencies,
  person: Person,
  { request, body }: { request: IdempotentRequest; body: CloseManifestBody },
): Promise<Answer> {
  const { body: _, ...identity } = request;
  // Before the transaction: reading the account takes a connection of its own.
  const courier = await dependencies.couriers.of({ account_id: person.accountId, courier: body.courierId });
  const state = courier?.closeManifest === undefined ? 'CLOSED' : 'REQUESTED';
  return idempotent(
    dependencies,
    { ...identity, owner: person },
    {
      begin: async (tx) => {
        const { accountId } = person;
        const { waiting, complete } = await parcelsWithoutManifest(tx, accountId, body);
        const manifests: ManifestAnswer[] = [];
        for (const lines of manifestsOf(waiting)) {
          const id = await insertManifest(dependencies, tx, person, { courier: body.courierId, state, lines });
          if (id === undefined) continue;
          if (state === 'REQUESTED')
            await addTask(dependencies, tx, { accountId, kind: 'manifest', subjectId: id, courier: body.courierId });
          manifests.push(manifestView(await findManifest(tx, accountId, id)));
        }
        if (manifests.length === 0)
          throw conflict('MANIFEST_EMPTY', `No parcel of ${body.courierId} waits that is not on a manifest.`);
        const data = { manifests, complete };
        return { answer: { status: 201, body: shipmentSuccess(201, 'Manifests closed', data) } };
      },
    },
  );
}

/**
 * In SQL up to the limit, so that no parcel of another city takes the place of one. One more than a close takes says
 * whether others wait. Returns leave from customers, where no day is closed.
 */
async function parcelsWithoutManifest(
  tx: PoolClient,
  accountId: string,
  { courierId, city }: CloseManifestBody,
): Promise<{ waiting: Line[]; complete: boolean }> {
  const { rows } = await tx.query<ShipmentRow>(
    `
    SELECT * FROM shipment s
    WHERE account_id = $1 AND courier = $2 AND status IN ('BOOKED', 'READY_FOR_PICKUP', 'PICKUP_FAILED')
      AND awb IS NOT NULL AND type <> 'RETURN'
      AND ($3::text IS NULL OR lower(s.request::json -> 'shipFrom' ->> 'city') = lower($3))
      AND NOT EXISTS (
        SELECT 1 FROM manifest_parcel p WHERE p.account_id = s.account_id AND p.shipment_id = s.id)
    ORDER BY id LIMIT $4 FOR NO KEY UPDATE`,
    [accountId, courierId, city?.trim() ?? null, LIMITS.closedParcelsMax + 1],
  );
  const taken = rows.slice(0, LIMITS.closedParcelsMax);
  return {
    waiting: taken.map((row) => ({ ...waitingParcel(row), row })),
    complete: taken.length === rows.length,
  };
}

/** One for each address; a large one in several. */
function manifestsOf(lines: readonly Line[]): Line[][] {
  const byOrigin = groupOf(lines, ({ originKey }) => originKey);
  return [...byOrigin.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / LIMITS.manifestParcelsMax) }, (_, at) =>
      group.slice(at * LIMITS.manifestParcelsMax, (at + 1) * LIMITS.manifestParcelsMax),
    ),
  );
}

/** The unique key decides which of two closes gets a parcel. Undefined: another one got all of them. */
async function insertManifest(
  { clock }: ShipmentDependencies,
  tx: PoolClient,
  { accountId, keyId }: Person,
  { courier, state, lines }: { courier: string; state: 'CLOSED' | 'REQUESTED'; lines: readonly Line[] },
): Promise<string | undefined> {
  const nowMs = clock();
  const id = newId('mnf', nowMs);
  const taken = await insertLines(tx, { accountId, id, lines });
  const own = lines.filter(({ shipmentId }) => taken.has(shipmentId));
  if (own.length === 0) return undefined;
  await tx.query(
    `
    INSERT INTO manifest (
      account_id, id, courier, state, address, parcels, pieces, weight_grams, closed_at, closed_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      accountId,
      id,
      courier,
      state,
      JSON.stringify(own[0]?.origin),
      own.length,
      own.reduce((sum, { pieces }) => sum + pieces, 0),
      own.reduce((sum, { weightGrams }) => sum + weightGrams, 0n),
      new Date(nowMs),
      keyId,
    ],
  );
  return id;
}

async function insertLines(
  tx: PoolClient,
  { accountId, id, lines }: { accountId: string; id: string; lines: readonly Line[] },
): Promise<Set<string>> {
  const records = lines.map(({ row, awb, pieces, weightGrams }, index) => ({
    shipment_id: row.id,
    position: index + 1,
    awb,
    reference: row.released_reference ?? row.reference,
    city: requestOf(row.request).shipTo.city,
    pieces,
    weight_grams: String(weightGrams),
    cod_minor: row.cod_minor,
    currency: row.currency,
  }));
  const { rows } = await tx.query<{ shipment_id: string }>(
    `
    INSERT INTO manifest_parcel (
      account_id, manifest_id, shipment_id, position, awb, reference, city, pieces, weight_grams, cod_minor, currency)
    SELECT $1, $2, shipment_id, position, awb, reference, city, pieces, weight_grams, cod_minor, currency
    FROM json_populate_recordset(NULL::manifest_parcel, $3)
    ON CONFLICT (account_id, shipment_id) DO NOTHING RETURNING shipment_id`,
    [accountId, id, JSON.stringify(records)],
  );
  return new Set(rows.map(({ shipment_id: shipmentId }) => shipmentId));
}
