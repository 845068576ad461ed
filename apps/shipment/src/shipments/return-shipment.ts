import type { PoolClient } from 'pg';
import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { fillParties } from '../addresses/fill-parties.ts';
import { readCreateBody } from '../body/create-body.ts';
import type { ShipmentRequest } from '../body/create-body.ts';
import type { Item, Package } from '../body/packages.ts';
import { warningsOf } from '../body/warnings.ts';
import { createdAnswer } from './create-shipment.ts';
import { lockShipment } from './find-shipment.ts';
import { insertShipment } from './insert-shipments.ts';
import type { Owner } from './owner.ts';
import { publishReturnCreated } from './publish-shipment-events.ts';
import { requestOf } from './request-text.ts';
import { reserveForReturn } from './return-ledger.ts';
import type { LedgerLine, RequestedPieces, ReservedPieces } from './return-ledger.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** §4.4. The lock on the original's row lets one return at a time see what is left of it. */
export async function returnShipment(
  dependencies: ShipmentDependencies,
  owner: Owner,
  id: string,
  { body: sent, ...request }: IdempotentRequest,
): Promise<Answer> {
  const { nationalAddress, pool } = dependencies;
  const couriers = await dependencies.couriers.ofCompany(pool, owner.accountId);
  const { body, warnings } = await fillParties(dependencies.addresses, sent);
  const readBody = (): ShipmentRequest => readCreateBody(body, { purpose: 'return', couriers, nationalAddress });
  const choose = await dependencies.selector.prepare(owner.accountId, readBody);
  return idempotent(
    dependencies,
    { ...request, owner },
    {
      begin: async (tx) => {
        const original = await lockShipment(tx, owner.accountId, id);
        checkReturnable(original);
        const returned = readBody();
        const delivered = requestOf(original.request);
        const ledger = await readLedger(tx, original, delivered);
        const reserved = reserveForReturn(ledger, requestedPieces(returned, delivered));
        const row = await insertShipment(dependencies, tx, owner, {
          request: returned,
          couriers,
          selection: choose(returned, couriers),
          originalId: original.id,
        });
        await storeReserved(tx, row, reserved);
        await publishReturnCreated(tx, row);
        return { answer: createdAnswer('Return shipment created', row, warningsOf(returned, warnings)) };
      },
    },
  );
}

/** Reserves the pieces of a return that is edited in place of those that it had. */
export async function reserveAgain(tx: PoolClient, row: ShipmentRow, returned: ShipmentRequest): Promise<void> {
  const original = await lockShipment(tx, row.account_id, row.original_id as string);
  await tx.query('DELETE FROM return_line WHERE account_id = $1 AND original_id = $2 AND return_id = $3', [
    row.account_id,
    original.id,
    row.id,
  ]);
  const delivered = requestOf(original.request);
  const ledger = await readLedger(tx, original, delivered);
  await storeReserved(tx, row, reserveForReturn(ledger, requestedPieces(returned, delivered)));
}

function checkReturnable({ type, status, packages }: ShipmentRow): void {
  if (type === 'RETURN')
    throw conflict('RETURN_NOT_ALLOWED', 'A return cannot be returned: send its goods by a new shipment.', { status });
  if (status !== 'DELIVERED' && packages?.some((parcel) => parcel.status === 'DELIVERED') !== true)
    throw conflict('RETURN_NOT_ALLOWED', `Only a delivered shipment can be returned; this one is ${status}.`, {
      status,
    });
}

/** Identifies an item within a package: its sku, else its name. */
function keyOf(item: Pick<Item, 'sku' | 'name'>): string {
  return item.sku ?? item.name;
}

async function readLedger(
  tx: PoolClient,
  { account_id: accountId, id, packages: states }: ShipmentRow,
  { packages }: ShipmentRequest,
): Promise<LedgerLine[]> {
  const { rows } = await tx.query<{ package_number: number; item: string; quantity: string }>(
    `
    SELECT l.package_number, l.item, sum(l.quantity) AS quantity
    FROM return_line l JOIN shipment r ON r.account_id = l.account_id AND r.id = l.return_id
    WHERE l.account_id = $1 AND l.original_id = $2 AND r.status NOT IN ('CANCELLED', 'CANCELLED_BY_COURIER', 'RETURNED')
    GROUP BY 1, 2`,
    [accountId, id],
  );
  const returned = new Map(rows.map((row) => [`${row.package_number} ${row.item}`, Number(row.quantity)]));
  return packages.flatMap((parcel, index) =>
    [...piecesOf(parcel)].map(([item, delivered]) => ({
      packageNumber: index + 1,
      item,
      delivered: states === null || states[index]?.status === 'DELIVERED' ? delivered : 0,
      returned: returned.get(`${index + 1} ${item}`) ?? 0,
    })),
  );
}

/** Quantities by item key. A package without items counts as one piece. */
function piecesOf({ items }: Package): Map<string, number> {
  if (items.length === 0) return new Map([['', 1]]);
  const pieces = new Map<string, number>();
  for (const item of items) pieces.set(keyOf(item), (pieces.get(keyOf(item)) ?? 0) + item.quantity);
  return pieces;
}

/** A package whose reference the original has too takes its pieces from those packages; any other, from all. */
function requestedPieces({ packages }: ShipmentRequest, delivered: ShipmentRequest): RequestedPieces[] {
  return packages.flatMap((parcel, index) => {
    const sameReference = delivered.packages.flatMap(({ packageReference }, originalIndex) =>
      packageReference !== undefined && packageReference === parcel.packageReference ? [originalIndex + 1] : [],
    );
    const packageNumbers = sameReference.length === 0 ? undefined : sameReference;
    if (parcel.items.length === 0 && delivered.packages.every((original) => original.items.length > 0)) {
      throw new Refusal(
        400,
        'validation_error',
        `packagesInfo.${index}.items is required: the shipment was sent with items. Name those that come back.`,
        { param: `packagesInfo.${index}.items` },
      );
    }
    return [...piecesOf(parcel)].map(([item, quantity]) => ({
      packageNumbers,
      item,
      quantity,
      field: `packagesInfo.${index}`,
    }));
  });
}

async function storeReserved(tx: PoolClient, row: ShipmentRow, reserved: readonly ReservedPieces[]): Promise<void> {
  const lines = new Map<string, ReservedPieces>();
  for (const pieces of reserved) {
    const key = `${pieces.packageNumber} ${pieces.item}`;
    lines.set(key, { ...pieces, quantity: pieces.quantity + (lines.get(key)?.quantity ?? 0) });
  }
  const all = [...lines.values()];
  await tx.query(
    `
    INSERT INTO return_line (account_id, original_id, return_id, package_number, item, quantity)
    SELECT $1, $2, $3, * FROM unnest($4::smallint[], $5::text[], $6::int[])`,
    [
      row.account_id,
      row.original_id,
      row.id,
      all.map(({ packageNumber }) => packageNumber),
      all.map(({ item }) => item),
      all.map(({ quantity }) => quantity),
    ],
  );
}
