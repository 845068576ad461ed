import type { PoolClient } from 'pg';
import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { readCreateBody } from '../body/create-body.ts';
import type { ShipmentRequest } from '../body/create-body.ts';
import type { Item, Package } from '../body/packages.ts';
import { warningsOf } from '../body/warnings.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { holdShipment } from './change-shipment.ts';
import { created } from './create-shipment.ts';
import { newShipment } from './new-shipment.ts';
import { requestOf } from './request-text.ts';
import { takeForReturn } from './return-ledger.ts';
import type { LedgerLine, Taken, WantedReturn } from './return-ledger.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import { tellReturnCreated } from './tell-shipment.ts';

/** §4.4. The original's row lock lets one return at a time see what is left of it. */
export async function returnShipment(shipments: Shipments, owner: Owner, id: string, { body, ...sent }: SentRequest): Promise<Answer> {
  const couriers = await shipments.couriers.ofCompany(shipments.pool, owner.accountId);
  return idempotent(shipments, { ...sent, owner }, {
    begin: async (tx) => {
      const original = await holdShipment(tx, owner.accountId, id);
      checkReturnable(original);
      const request = readCreateBody(body, { purpose: 'return', couriers, nationalAddress: shipments.nationalAddress });
      const delivered = requestOf(original.request);
      const taken = takeForReturn(await ledgerOf(tx, original, delivered), wantedOf(request, delivered));
      const row = await newShipment(shipments, tx, owner, { request, couriers, originalId: original.id });
      await keepTaken(tx, row, taken);
      await tellReturnCreated(tx, row);
      return { answer: created('Return shipment created', row, warningsOf(request)) };
    },
  });
}

function checkReturnable({ type, status }: ShipmentRow): void {
  if (type === 'RETURN') throw conflict('RETURN_NOT_ALLOWED', 'A return cannot be returned: send its goods by a new shipment.', { status });
  if (status !== 'DELIVERED') throw conflict('RETURN_NOT_ALLOWED', `Only a delivered shipment can be returned; this one is ${status}.`, { status });
}

/** How a piece is known again: by its sku, else by its name. A package without items is one piece. */
function keyOf(item: Pick<Item, 'sku' | 'name'>): string {
  return item.sku ?? item.name;
}

async function ledgerOf(tx: PoolClient, { account_id: accountId, id }: ShipmentRow, { packages }: ShipmentRequest): Promise<LedgerLine[]> {
  const { rows } = await tx.query<{ package_number: number; item: string; quantity: string }>(`
    SELECT l.package_number, l.item, sum(l.quantity) AS quantity FROM return_line l JOIN shipment r ON r.account_id = l.account_id AND r.id = l.return_id
    WHERE l.account_id = $1 AND l.original_id = $2 AND r.status NOT IN ('CANCELLED', 'CANCELLED_BY_COURIER') GROUP BY 1, 2`, [accountId, id]);
  const returned = new Map(rows.map((row) => [`${row.package_number} ${row.item}`, Number(row.quantity)]));
  return packages.flatMap((one, index) => [...piecesOf(one)].map(([item, delivered]) => (
    { packageNumber: index + 1, item, delivered, returned: returned.get(`${index + 1} ${item}`) ?? 0 })));
}

function piecesOf({ items }: Package): Map<string, number> {
  if (items.length === 0) return new Map([['', 1]]);
  const pieces = new Map<string, number>();
  for (const item of items) pieces.set(keyOf(item), (pieces.get(keyOf(item)) ?? 0) + item.quantity);
  return pieces;
}

/** A package that names its reference comes out of the original's packages of that reference; another, out of any. */
function wantedOf({ packages }: ShipmentRequest, delivered: ShipmentRequest): WantedReturn[] {
  return packages.flatMap((one, index) => {
    const named = delivered.packages.flatMap(({ packageReference }, at) => (packageReference !== undefined && packageReference === one.packageReference ? [at + 1] : []));
    const packageNumbers = named.length === 0 ? undefined : named;
    if (one.items.length === 0 && delivered.packages.every((original) => original.items.length > 0)) {
      throw new Refusal(400, 'VALIDATION_FAILED', `packagesInfo.${index}.items: this shipment was sent with items: name those that come back`, { param: `packagesInfo.${index}.items` });
    }
    return [...piecesOf(one)].map(([item, quantity]) => ({ packageNumbers, item, quantity, field: `packagesInfo.${index}` }));
  });
}

async function keepTaken(tx: PoolClient, row: ShipmentRow, taken: readonly Taken[]): Promise<void> {
  const pieces = new Map<string, Taken>();
  for (const one of taken) {
    const key = `${one.packageNumber} ${one.item}`;
    pieces.set(key, { ...one, quantity: one.quantity + (pieces.get(key)?.quantity ?? 0) });
  }
  const all = [...pieces.values()];
  await tx.query(`
    INSERT INTO return_line (account_id, original_id, return_id, package_number, item, quantity) SELECT $1, $2, $3, * FROM unnest($4::smallint[], $5::text[], $6::int[])`,
  [row.account_id, row.original_id, row.id, all.map((one) => one.packageNumber), all.map((one) => one.item), all.map((one) => one.quantity)]);
}
