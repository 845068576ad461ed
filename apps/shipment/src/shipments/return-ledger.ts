import { conflict } from '@qafila/envelopes/refusal';

/** What was delivered of an item in one package, and how much of it active returns have reserved. */
export interface LedgerLine {
  packageNumber: number;
  item: string;
  delivered: number;
  returned: number;
}
/** What a return asks for. Without `packageNumbers` the item may come from any package that had it. */
export interface RequestedPieces {
  packageNumbers?: readonly number[];
  item: string;
  quantity: number;
  field: string;
}
export interface ReservedPieces {
  packageNumber: number;
  item: string;
  quantity: number;
}

/**
 * Reserves the requested pieces, package by package: all of them, or a 409 that names the first item in excess.
 * Pure: the caller has locked the original's row, so that two returns cannot reserve the same piece.
 */
export function reserveForReturn(
  ledger: readonly LedgerLine[],
  requested: readonly RequestedPieces[],
): ReservedPieces[] {
  const lines = ledger.map((line) => ({ ...line, left: line.delivered - line.returned }));
  // Requests that name a package come first: the others must not use up pieces that only these may have.
  const inOrder = [...requested].sort(
    (a, b) => Number(a.packageNumbers === undefined) - Number(b.packageNumbers === undefined),
  );
  return inOrder.flatMap((pieces) => {
    const matching = lines.filter(
      (line) => line.item === pieces.item && pieces.packageNumbers?.includes(line.packageNumber) !== false,
    );
    const available = matching.reduce((sum, line) => sum + line.left, 0);
    if (available < pieces.quantity)
      throw quantityExceeded(
        pieces,
        available,
        matching.reduce((sum, line) => sum + line.delivered, 0),
      );
    return reserveFrom(matching, pieces);
  });
}

function reserveFrom(lines: (LedgerLine & { left: number })[], { item, quantity }: RequestedPieces): ReservedPieces[] {
  let missing = quantity;
  return lines.flatMap((line) => {
    const reserved = Math.min(missing, line.left);
    missing -= reserved;
    line.left -= reserved;
    return reserved === 0 ? [] : [{ packageNumber: line.packageNumber, item, quantity: reserved }];
  });
}

function quantityExceeded({ item, quantity, field }: RequestedPieces, available: number, delivered: number): Error {
  const name = item === '' ? 'this package' : JSON.stringify(item);
  return conflict(
    'RETURN_QUANTITY_EXCEEDED',
    `${field}: ${quantity} of ${name} cannot be returned: ${delivered} delivered, ${available} not yet returned.`,
    { delivered, available },
    field,
  );
}
