import { conflict } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { findManifest, manifestView } from './manifest-view.ts';
import type { ManifestAnswer, ResolveManifestBody } from './manifest.schema.ts';

/** A person has spoken to the courier. A repeat of the same gets the same answer. */
export async function resolveManifest(
  { pool }: ShipmentDependencies,
  { accountId, keyId }: Person,
  id: string,
  { outcome, courierNumber, note }: ResolveManifestBody,
): Promise<ManifestAnswer> {
  const state = outcome === 'confirmed' ? 'CONFIRMED' : 'CLOSED';
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `
      UPDATE manifest SET state = $3, number = coalesce($4, number), resolved_by = $5, resolution = $6
      WHERE account_id = $1 AND id = $2 AND state = 'BY_PHONE'`,
      [accountId, id, state, courierNumber ?? null, keyId, note ?? null],
    );
    const row = await findManifest(tx, accountId, id);
    const isRepeat = row.resolved_by !== null && row.state === state;
    if (rowCount !== 1 && !isRepeat)
      throw conflict('MANIFEST_UNDECIDED', `This manifest is ${row.state}: only one that is BY_PHONE is resolved.`);
    return manifestView(row);
  });
}
