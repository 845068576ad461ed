import type { CourierScan, Polling } from '../couriers/courier.ts';
import { COURIER } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { groupOf } from './group-of.ts';
import { recordScans } from './record-scans.ts';

/** Waybills that one call asks for. */
export type PollBatch = readonly ShipmentRow[];

/**
 * Claims shipments whose poll is due, in batches of one account. The next poll is set before the courier is asked, so
 * that no other process polls too; a parcel without news is polled the less often the longer it has none.
 */
export async function claimDuePolls(
  { pool, clock, couriers }: ShipmentDependencies,
  { courier, polling }: { courier: string; polling: Polling },
  batchesMax: number,
): Promise<PollBatch[]> {
  const { rows } = await pool.query<ShipmentRow>({
    name: 'due-polls',
    text: `
      UPDATE shipment s SET poll_at = $2::timestamptz + greatest($3::float8, least($4::float8,
        $5::float8 * extract(epoch FROM $2::timestamptz - greatest(s.scanned_at, s.created_at)))) * interval '1 second'
      FROM (
        SELECT account_id, id FROM shipment WHERE courier = $1 AND poll_at <= $2
        ORDER BY poll_at LIMIT $6 FOR NO KEY UPDATE SKIP LOCKED
      ) due
      WHERE s.account_id = due.account_id AND s.id = due.id RETURNING s.*`,
    values: [
      courier,
      new Date(clock()),
      polling.everyMs / 1_000,
      polling.quietMs / 1_000,
      COURIER.quietPollPart,
      batchesMax * polling.batchMax,
    ],
  });
  const isShared = couriers.shared(courier) !== undefined;
  return [...groupOf(rows, (row) => (isShared ? '' : row.account_id)).values()].flatMap((group) =>
    chunksOf(group, polling.batchMax),
  );
}

/** Asks the courier of the batch, and records what it knows. */
export async function pollScans(dependencies: ShipmentDependencies, batch: PollBatch): Promise<void> {
  const courier = batch[0] === undefined ? undefined : await dependencies.couriers.of(batch[0]);
  if (courier === undefined) return;
  const waybills = batch.map((row) => ({
    awb: row.awb as string,
    shipmentId: row.id,
    draft: row.courier_draft ?? undefined,
  }));
  const scans = await courier.poll(waybills, AbortSignal.timeout(COURIER.callTimeoutMs));
  const byWaybill = groupOf<CourierScan>(scans, ({ awb }) => awb);
  for (const { awb, account_id: accountId } of batch) {
    const found = byWaybill.get(awb as string);
    if (found === undefined) continue;
    await recordScans(dependencies, { courier: courier.id, accountId, awb: awb as string, source: 'poll' }, found);
  }
}

/** Makes the polls of these waybills due: something may have happened to them. */
export async function pollAtOnce(
  { pool, clock }: ShipmentDependencies,
  { courier, accountId }: { courier: string; accountId: string },
  awbs: readonly string[],
): Promise<void> {
  await pool.query({
    name: 'poll-at-once',
    text: `
      UPDATE shipment SET poll_at = $4
      WHERE account_id = $1 AND courier = $2 AND awb = ANY ($3) AND poll_at > $4`,
    values: [accountId, courier, awbs.slice(0, COURIER.hintedWaybillsMax), new Date(clock())],
  });
}

function chunksOf<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}
