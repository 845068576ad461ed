import { BackgroundLoop } from '@qafila/runtime/background-loop';
import { backoffMs } from '@qafila/runtime/backoff';
import { truncate } from '@qafila/runtime/truncate';
import { CASH } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { readRemittances } from './read-remittances.ts';
import type { RemittanceSourceRow } from './remittance.entity.ts';

/** What an import is by when no client requested it. */
const BY_SCHEDULE = 'schedule';

/** Reads the remittances of couriers by their APIs. Runs in every process; leases in the rows share the work out. */
export class RemittanceLoop extends BackgroundLoop {
  constructor(dependencies: ShipmentDependencies) {
    super({
      name: 'remittances',
      log: dependencies.log,
      restFirstMs: CASH.lookEveryMs,
      backoff: { firstMs: CASH.lookEveryMs, maxMs: CASH.leaseMs },
      roundMsMax: CASH.leaseMs,
      round: async () => ((await readDueSource(dependencies)) ? 0 : CASH.lookEveryMs),
    });
  }
}

type ClaimedSource = RemittanceSourceRow & { store_id: string; next_at: Date };

/** Reads the source that is due for longest. Returns whether there was one. */
export async function readDueSource(dependencies: ShipmentDependencies): Promise<boolean> {
  const source = await claimSource(dependencies);
  if (source === undefined) return false;
  const { account_id: accountId, store_id: storeId, courier: courierId } = source;
  const caller = { accountId, storeId, mode: dependencies.mode, keyId: BY_SCHEDULE };
  try {
    const { lines, added, exceptions } = await readRemittances(dependencies, caller, { courierId });
    dependencies.log.info({ courier: courierId, account: accountId, lines, added, exceptions }, 'cod.remittances_read');
  } catch (error) {
    await keepFailure(dependencies, source, error as Error);
  }
  return true;
}

/** The time of the next reading is the lease: a process that dies leaves it behind. An account that is gone waits. */
async function claimSource({ pool, clock, couriers, mode }: ShipmentDependencies): Promise<ClaimedSource | undefined> {
  const now = clock();
  const { rows } = await pool.query<ClaimedSource>({
    name: 'claim-remittance-source',
    text: `
      UPDATE remittance_source SET next_at = $2
      WHERE (account_id, courier) = (
        SELECT s.account_id, s.courier FROM remittance_source s
        WHERE s.next_at <= $1 AND s.store_id IS NOT NULL AND (s.courier = ANY ($3) OR EXISTS (
          SELECT 1 FROM courier_account c WHERE c.account_id = s.account_id AND c.mode = $4 AND c.courier = s.courier))
        ORDER BY s.next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING *`,
    values: [new Date(now), new Date(now + CASH.leaseMs), couriers.ids.filter((id) => couriers.shared(id)), mode],
  });
  return rows[0];
}

/** Unless another process has taken the source since, or a client's reading has succeeded. */
async function keepFailure(
  { pool, clock, log }: ShipmentDependencies,
  { account_id: accountId, courier, failures: before, next_at: leasedUntil }: ClaimedSource,
  { message }: Error,
): Promise<void> {
  const failures = before + 1;
  const now = clock();
  const error = truncate(message, CASH.errorCharactersMax);
  await pool.query({
    name: 'keep-failure-of-remittances',
    text: `
      UPDATE remittance_source SET failures = $4, error = $5, next_at = $6, updated_at = $7
      WHERE account_id = $1 AND courier = $2 AND next_at = $3`,
    values: [
      accountId,
      courier,
      leasedUntil,
      failures,
      error,
      new Date(now + backoffMs(failures, CASH.readBackoff)),
      new Date(now),
    ],
  });
  log.warn({ courier, account: accountId, failures, error }, 'cod.remittances_unread');
}
