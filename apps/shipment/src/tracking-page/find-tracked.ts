import { newId } from '@qafila/runtime/new-id';
import { notFound } from '@qafila/envelopes/refusal';
import type { Language } from '@qafila/pages/languages';
import { LIMITS, TRACKING } from '../limits.ts';
import type { HistoryRow } from '../shipments/history.entity.ts';
import type { Owner } from '../shipments/owner.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { isFinal } from '../state/status.ts';
import type { Status } from '../state/status.ts';
import type { Tracked } from './page.ts';
import type { Problem } from './problem-report.entity.ts';
import { storeLook } from './store-look.ts';
import { timelineOf, shownStatus } from './timeline.ts';
import { isTrackingSignature, trackingPath } from './tracking-url.ts';

/** The parts of a page's address. */
export interface TrackingAddress {
  accountId: string;
  shipmentId: string;
  signature: string;
}

/** The shipment of an address that we signed. One that is unknown or wrong in any part is the same 404. */
export async function findTrackedRow(
  { pool, keys }: ShipmentDependencies,
  { accountId, shipmentId, signature }: TrackingAddress,
): Promise<ShipmentRow> {
  const isOurs = isTrackingSignature(keys.tracking, accountId, shipmentId, signature);
  const {
    rows: [row],
  } = isOurs
    ? await pool.query<ShipmentRow>({
        name: 'find-shipment',
        text: 'SELECT * FROM shipment WHERE account_id = $1 AND id = $2',
        values: [accountId, shipmentId],
      })
    : { rows: [] };
  if (row === undefined) throw notFound('page', shipmentId);
  return row;
}

export function ownerOf(row: ShipmentRow): Owner {
  return { accountId: row.account_id, storeId: row.store_id, mode: row.mode };
}

/** The page ends some time after the shipment. */
export function hasClosed(
  { clock }: Pick<ShipmentDependencies, 'clock'>,
  { status, updated_at: at }: ShipmentRow,
): boolean {
  return isFinal(status) && clock() - at.getTime() >= TRACKING.openAfterEndMs;
}

/** What the page shows of a shipment. */
export async function trackedOf(deps: ShipmentDependencies, row: ShipmentRow, language: Language): Promise<Tracked> {
  const [look, history, reported] = await Promise.all([
    storeLook(deps.pool, ownerOf(row)),
    historyOf(deps, row),
    lastReport(deps, row),
  ]);
  const { shipTo, packages } = requestOf(row.request);
  return {
    look,
    language,
    path: trackingPath(deps.keys.tracking, row.account_id, row.id),
    status: row.status,
    order: row.released_reference ?? row.reference,
    courier: deps.couriers.name(row.courier),
    awb: row.awb,
    city: shipTo.city,
    countryCode: shipTo.countryCode,
    packageCount: packages.length,
    packages: row.packages?.map(({ status }) => status as Status) ?? null,
    timeline: timelineOf(history),
    reported,
    formId: canReport(row) ? newId('frm', deps.clock()) : undefined,
  };
}

/** Before the courier has the goods there is nothing to report of the delivery; a cancelled one is the store's. */
export function canReport({ status }: ShipmentRow): boolean {
  const shown = shownStatus(status);
  return shown !== 'PENDING' && shown !== 'CANCELLED';
}

async function historyOf(
  { pool }: ShipmentDependencies,
  { account_id: accountId, id }: ShipmentRow,
): Promise<HistoryRow[]> {
  const { rows } = await pool.query<HistoryRow>({
    name: 'history-of',
    text: `
        SELECT * FROM (
          SELECT * FROM history WHERE account_id = $1 AND shipment_id = $2 ORDER BY no DESC LIMIT $3
        ) newest ORDER BY occurred_at, no`,
    values: [accountId, id, LIMITS.historyShownMax],
  });
  return rows;
}

async function lastReport(
  { pool }: ShipmentDependencies,
  { account_id: accountId, id }: ShipmentRow,
): Promise<Problem | null> {
  const {
    rows: [row],
  } = await pool.query<{ kind: Problem }>({
    name: 'last-problem-report',
    text: 'SELECT kind FROM problem_report WHERE account_id = $1 AND shipment_id = $2 ORDER BY no DESC LIMIT 1',
    values: [accountId, id],
  });
  return row?.kind ?? null;
}
