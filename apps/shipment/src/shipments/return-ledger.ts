import { conflict } from '@qafila/envelopes/refusal';

/** What was delivered in one package under one name, and how much of it live returns hold. */
export interface LedgerLine { packageNumber: number; item: string; delivered: number; returned: number }
/** Without packages the item may come from any that held it. */
export interface WantedReturn { packageNumbers?: readonly number[]; item: string; quantity: number; field: string }
export interface Taken { packageNumber: number; item: string; quantity: number }

/**
 * Takes what a return asks for out of what is left, package by package; all of it or a 409 that names the first item in excess.
 * Pure: the caller holds the original's row lock, so that two returns cannot take the same piece.
 */
export function takeForReturn(ledger: readonly LedgerLine[], wanted: readonly WantedReturn[]): Taken[] {
  const left = ledger.map((line) => ({ ...line, left: line.delivered - line.returned }));
  // What names its package first: the rest must not take away what only it may have.
  const inTurn = [...wanted].sort((a, b) => Number(a.packageNumbers === undefined) - Number(b.packageNumbers === undefined));
  return inTurn.flatMap((want) => {
    const lines = left.filter((line) => line.item === want.item && want.packageNumbers?.includes(line.packageNumber) !== false);
    const available = lines.reduce((sum, line) => sum + line.left, 0);
    if (available < want.quantity) throw exceeded(want, available, lines.reduce((sum, line) => sum + line.delivered, 0));
    return takeFrom(lines, want);
  });
}

function takeFrom(lines: (LedgerLine & { left: number })[], { item, quantity }: WantedReturn): Taken[] {
  let open = quantity;
  return lines.flatMap((line) => {
    const piece = Math.min(open, line.left);
    open -= piece;
    line.left -= piece;
    return piece === 0 ? [] : [{ packageNumber: line.packageNumber, item, quantity: piece }];
  });
}

function exceeded({ item, quantity, field }: WantedReturn, available: number, delivered: number): Error {
  const name = item === '' ? 'this package' : JSON.stringify(item);
  return conflict('RETURN_QUANTITY_EXCEEDED', `${field}: ${quantity} of ${name} cannot be returned: ${delivered} delivered, ${available} not yet returned.`,
    { delivered, available }, field);
}
