import { inTransaction } from '@qafila/runtime/in-transaction';
import { WATCH } from '../limits.ts';
import { raiseAlarms } from '../shipments/raise-alarms.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';

/** The rule that names the most: courier and service, then courier, then service, then all of the company. */
const DAYS = `
  coalesce((
    SELECT days FROM watch_rule w
    WHERE w.account_id = s.account_id AND w.courier IN (s.courier, '')
      AND w.service IN (coalesce(s.service_code, ''), '')
    ORDER BY w.courier DESC, w.service DESC LIMIT 1
  ), CASE WHEN s.type = 'INTERNATIONAL' THEN $4 ELSE $3 END)`;

/** Of a round: those of one courier, the most silent first. Replicas share the work by row locks. */
export const SILENT_SQL = `
  SELECT s.* FROM shipment s
  WHERE s.courier = $1 AND s.poll_at IS NOT NULL
    AND s.status NOT IN ('DELIVERED', 'RETURNED', 'LOST', 'CANCELLED', 'CANCELLED_BY_COURIER')
    AND s.silent_since IS DISTINCT FROM coalesce(s.scanned_at, s.created_at)
    AND coalesce(s.scanned_at, s.created_at)
      < $2::timestamptz - (SELECT least($3::integer, min(days)) FROM watch_rule) * interval '1 day'
    AND coalesce(s.scanned_at, s.created_at) < $2::timestamptz - ${DAYS} * interval '1 day'
  ORDER BY coalesce(s.scanned_at, s.created_at) LIMIT $5 FOR NO KEY UPDATE OF s SKIP LOCKED`;

/**
 * Raises `NO_SCAN` for parcels under way that no scan reported for too long: once for each silence, also after the
 * alarm is resolved. A new scan begins a new silence. Returns how many there were.
 */
export async function raiseSilences(deps: ShipmentDependencies, courier: string): Promise<number> {
  const silent = await inTransaction(deps.pool, async (tx) => {
    const { rows } = await tx.query<ShipmentRow>({
      name: 'silent-shipments',
      text: SILENT_SQL,
      values: [
        courier,
        new Date(deps.clock()),
        WATCH.domesticDays,
        WATCH.internationalDays,
        WATCH.alarmsPerTransactionMax,
      ],
    });
    await tx.query({
      name: 'mark-silent',
      text: `
        UPDATE shipment s SET silent_since = coalesce(s.scanned_at, s.created_at)
        FROM unnest($1::text[], $2::text[]) AS found (account_id, id)
        WHERE s.account_id = found.account_id AND s.id = found.id`,
      values: [rows.map((row) => row.account_id), rows.map((row) => row.id)],
    });
    for (const row of rows) await raiseAlarms(deps, tx, row, { alarms: ['NO_SCAN'] });
    return rows.length;
  });
  if (silent > 0) deps.onCommit();
  return silent;
}
