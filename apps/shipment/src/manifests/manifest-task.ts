import type { PoolClient } from 'pg';
import type { Answered, Task, TaskHandler } from '../courier-tasks/tasks.ts';
import type { HandedOver } from '../couriers/daily-work.ts';
import { ACCOUNTS } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { findManifest, linesOf } from './manifest-view.ts';
import type { ManifestState } from './manifest.entity.ts';

/** Closes manifests at couriers. The paper counts in any case, so nothing is done twice for an answer that is lost. */
export const MANIFEST_TASK: TaskHandler = {
  repeats: (courier) => courier.closeManifest === undefined || courier.repeatable?.manifest === true,
  call: async (dependencies, courier, { task, signal }) => {
    const answer = (end: ManifestEnd): Answered => ({
      kind: 'answered',
      outcome: end.state.toLowerCase(),
      store: (tx) => store(dependencies, tx, task, end),
    });
    if (courier.closeManifest === undefined) return answer({ state: 'CLOSED', reasonCode: 'unsupported' });
    const manifest = await findManifest(dependencies.pool, task.account_id, task.subject_id);
    const parcels = await handedOver(dependencies, task);
    const { id: manifestId, address, closed_at: closedAt } = manifest;
    const result = await courier.closeManifest(
      { manifestId, address, closedAtMs: closedAt.getTime(), parcels },
      signal,
    );
    if (result.kind === 'not_sent') return result;
    if (result.kind === 'closed')
      return answer({ state: 'CONFIRMED', number: result.number, document: result.document?.bytes });
    if (result.kind === 'unsupported')
      return answer({ state: 'CLOSED', reasonCode: 'unsupported', reason: result.reason });
    return answer({ state: 'BY_PHONE', reasonCode: result.code, reason: result.reason });
  },
  handOver: (dependencies, tx, task, why) => store(dependencies, tx, task, { state: 'BY_PHONE', reasonCode: why }),
};

interface ManifestEnd {
  state: Exclude<ManifestState, 'REQUESTED'>;
  number?: string;
  document?: Buffer;
  reasonCode?: string;
  reason?: string;
}

async function store(
  { log }: ShipmentDependencies,
  tx: PoolClient,
  { account_id: accountId, subject_id: id, courier }: Task,
  { state, number, document, reasonCode, reason }: ManifestEnd,
): Promise<void> {
  // A document that is too large is left out: ours replaces it.
  const kept = document !== undefined && document.length <= ACCOUNTS.documentBytesMax ? document : null;
  await tx.query(
    `
    UPDATE manifest SET state = $3, number = $4, document = $5, reason_code = $6, reason = $7
    WHERE account_id = $1 AND id = $2 AND state = 'REQUESTED'`,
    [accountId, id, state, number ?? null, kept, reasonCode ?? null, reason ?? null],
  );
  if (state === 'BY_PHONE') log.error({ manifest: id, courier, reason: reasonCode }, 'manifest.by_phone');
}

async function handedOver({ pool }: ShipmentDependencies, task: Task): Promise<HandedOver[]> {
  const [lines, { rows }] = await Promise.all([
    linesOf(pool, task.account_id, task.subject_id),
    pool.query<{ id: string; courier_draft: string }>(
      `
      SELECT s.id, s.courier_draft FROM manifest_parcel p
      JOIN shipment s ON s.account_id = p.account_id AND s.id = p.shipment_id
      WHERE p.account_id = $1 AND p.manifest_id = $2 AND s.courier_draft IS NOT NULL`,
      [task.account_id, task.subject_id],
    ),
  ]);
  const drafts = new Map(rows.map(({ id, courier_draft: draft }) => [id, draft]));
  return lines.map(({ shipment_id: shipmentId, awb, pieces, weight_grams: weightGrams }) => ({
    shipmentId,
    awb,
    draft: drafts.get(shipmentId),
    pieces,
    weightGrams: BigInt(weightGrams),
  }));
}
