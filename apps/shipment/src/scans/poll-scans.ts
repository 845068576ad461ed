import type { Polling, ReportedScan } from '../couriers/courier.ts';
import { inTime } from '../couriers/in-time.ts';
import { COURIER } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { FINAL, MISSING } from '../state/status.ts';
import { groupOf } from './group-of.ts';
import { piecesOf } from './pieces.ts';
import { recordScans } from './record-scans.ts';

/** Waybills that one call asks for. */
export type PollBatch = readonly ShipmentRow[];

/** What may be polled of a courier now. */
export interface PollRoom {
  courier: string;
  polling: Polling;
  /** Batches under way of accounts of companies. */
  underWay?: ReadonlyMap<string, number>;
}

/**
 * Claims shipments whose poll is due, in batches of one account. The next poll is set before the courier is asked, so
 * that no other process polls too; a parcel without news is polled the less often the longer it has none, and one that
 * ended for some days more, a lost or cancelled one for weeks. An account has its part of the batches under way; of
 * several accounts each has its first batch before any has a second. Waybills without any scan are in batches of their
 * own: one that the courier does not know can make it refuse a batch.
 */
export async function claimDuePolls(
  { pool, clock, couriers }: ShipmentDependencies,
  { courier, polling, underWay = new Map() }: PollRoom,
  batchesMax: number,
): Promise<PollBatch[]> {
  const isShared = couriers.shared(courier) !== undefined;
  const { rows } = await pool.query<ShipmentRow>({
    name: 'due-polls',
    text: CLAIM_DUE_POLLS,
    values: [
      courier,
      new Date(clock()),
      polling.everyMs / 1_000,
      polling.quietMs / 1_000,
      COURIER.quietPollPart,
      batchesMax,
      polling.batchMax,
      isShared,
      isShared ? batchesMax : COURIER.pollsOfAccountAtOnce,
      [...underWay.keys()],
      [...underWay.values()],
      FINAL,
      COURIER.pollEndedEveryMs / 1_000,
      COURIER.pollEndedForMs / 1_000,
      [...underWay].filter(([, batches]) => batches >= COURIER.pollsOfAccountAtOnce).map(([accountId]) => accountId),
      MISSING,
      COURIER.pollMissingEveryMs / 1_000,
      COURIER.pollMissingForMs / 1_000,
    ],
  });
  return [...groupOf(rows, (row) => `${isShared ? '' : row.account_id} ${row.scanned_at === null}`).values()].flatMap(
    (group) => chunksOf(group, polling.batchMax),
  );
}

const CLAIM_DUE_POLLS = `
  WITH busy AS (
    SELECT * FROM unnest($10::text[], $11::int[]) AS busy (account_id, batches)
  ), due AS (
    SELECT account_id, id, poll_at, scanned_at IS NULL AS is_new FROM shipment
    WHERE courier = $1 AND poll_at <= $2 AND account_id <> ALL ($15::text[])
    ORDER BY poll_at LIMIT $6::int * $7::int FOR NO KEY UPDATE SKIP LOCKED
  ), in_turn AS (
    SELECT due.*,
      (row_number() OVER (PARTITION BY account, is_new ORDER BY poll_at, id) - 1) / $7::int AS batch_of_kind
    FROM (SELECT due.*, CASE WHEN $8::boolean THEN '' ELSE account_id END AS account FROM due) due
  ), batched AS (
    SELECT in_turn.*, dense_rank() OVER (PARTITION BY account ORDER BY batch_of_kind, is_new) - 1 AS batch FROM in_turn
  ), chosen AS (
    SELECT batched.*, dense_rank() OVER (ORDER BY batch, account) AS place
    FROM batched LEFT JOIN busy ON busy.account_id = batched.account
    WHERE batch + coalesce(busy.batches, 0) < $9::int
  )
  UPDATE shipment s SET poll_at = CASE
    WHEN NOT s.status = ANY ($12) THEN $2::timestamptz + greatest($3::float8, least($4::float8,
      $5::float8 * extract(epoch FROM $2::timestamptz - greatest(s.scanned_at, s.created_at)))) * interval '1 second'
    WHEN s.status = ANY ($16) AND s.updated_at > $2::timestamptz - $18::float8 * interval '1 second'
      THEN $2::timestamptz + $17::float8 * interval '1 second'
    WHEN NOT s.status = ANY ($16) AND s.updated_at > $2::timestamptz - $14::float8 * interval '1 second'
      THEN $2::timestamptz + $13::float8 * interval '1 second'
    END
  FROM chosen
  WHERE s.account_id = chosen.account_id AND s.id = chosen.id AND chosen.place <= $6 RETURNING s.*
`;

/** Asks the courier of the batch, and records what it knows. A waybill that cannot be recorded hides no other. */
export async function pollScans(dependencies: ShipmentDependencies, batch: PollBatch): Promise<void> {
  const courier = batch[0] === undefined ? undefined : await dependencies.couriers.of(batch[0]);
  if (courier === undefined) return;
  const waybills = batch.map((row) => {
    const { count: packageCount, known: pieceNumbers } = piecesOf(row);
    const { id: shipmentId, courier_draft: draft } = row;
    return { awb: row.awb as string, shipmentId, draft: draft ?? undefined, packageCount, pieceNumbers };
  });
  const signal = AbortSignal.timeout(COURIER.callTimeoutMs);
  const scans = await inTime(signal, () => courier.poll(waybills, signal));
  const byWaybill = groupOf<ReportedScan>(scans, ({ awb }) => awb);
  for (const { awb, id, account_id: accountId } of batch) {
    const found = byWaybill.get(awb as string);
    if (found === undefined) continue;
    const of = { courier: courier.id, accountId, awb: awb as string, source: 'poll' } as const;
    await recordScans(dependencies, of, found).catch((error: unknown) => {
      const { message } = error as Error;
      dependencies.log.warn({ shipment: id, courier: courier.id, call: 'poll', error: message }, 'courier.failed');
    });
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
