import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { firstIdAt } from '@qafila/runtime/new-id';
import type { Owner } from './owner.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import type { ListShipmentsQuery, ShipmentAnswer } from './shipment.schema.ts';
import { shipmentView } from './shipment-view.ts';

/** Newest first. */
export async function listShipments(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListShipmentsQuery,
): Promise<Page<ShipmentAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { text, values } = conditionsOf(accountId, query, before?.[0]);
  const { rows } = await pool.query<ShipmentRow>(
    `SELECT * FROM shipment WHERE ${text} ORDER BY id DESC LIMIT ${size + 1}`,
    values,
  );
  return pageOf(rows, size, { item: shipmentView, key: (row) => [row.id] });
}

/** Only the conditions that are asked for, so that each finds its index. */
function conditionsOf(
  accountId: string,
  query: ListShipmentsQuery,
  before: string | undefined,
): { text: string; values: unknown[] } {
  const values: unknown[] = [accountId];
  const text = ['account_id = $1'];
  const when = (value: unknown, condition: (parameter: string) => string): void => {
    if (value !== undefined) text.push(condition(`$${values.push(value)}`));
  };
  when(before, (id) => `id < ${id}`);
  when(query.status, (status) => `status = ${status}`);
  when(query.referenceNumber, (reference) => `(reference = ${reference} OR released_reference = ${reference})`);
  when(query.originalShipmentId, (id) => `original_id = ${id}`);
  when(query.awb, (awb) => `awb = ${awb}`);
  when(query.courierId, (courier) => `courier = ${courier}`);
  when(query.phone === undefined ? undefined : `+${query.phone.replace(/\D/g, '')}`, (phone) => `phone = ${phone}`);
  // Ids begin with the time of creation.
  when(idAt(query.from), (id) => `id >= ${id}`);
  when(idAt(query.to), (id) => `id < ${id}`);
  if (query.alarms === true) text.push("alarms <> '{}'");
  return { text: text.join(' AND '), values };
}

function idAt(moment: string | undefined): string | undefined {
  return moment === undefined ? undefined : firstIdAt('shp', Date.parse(moment));
}
