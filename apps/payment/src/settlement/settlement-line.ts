/**
 * What a line of a gateway's report is. `capture_reversal` takes back a part of a capture that the gateway had reported
 * in full; `refund_reversal` gives back a refund that failed at the customer's bank. An `adjustment` is anything else:
 * a person says what it is.
 */
export const SETTLED_KINDS = [
  'capture',
  'capture_reversal',
  'refund',
  'refund_reversal',
  'dispute',
  'dispute_reversal',
  'fee',
  'payout',
  'payout_reversal',
  'adjustment',
] as const;
export type SettledKind = (typeof SETTLED_KINDS)[number];

/** An amount in the currency of the payment, in minor units. */
export interface Exchanged {
  currency: string;
  amount: bigint;
  /** How far the amount is open, because it follows from a rate. */
  within: bigint;
}

/** One line of a gateway's settlement report, from a file or from an adapter. Amounts are minor units. */
export interface SettlementLine {
  /** The identity of the line at the gateway. A line that is reported again has the same one. */
  key: string;
  kind: SettledKind;
  /** What the payment is called: our id of the operation, or the gateway's own. All of them are tried. */
  references: readonly string[];
  currency: string;
  /** Signed as it moves the balance at the gateway: a capture is positive, a refund and a payout are negative. */
  gross: bigint;
  /** What the gateway keeps: gross less net. Negative when it gives a fee back. */
  fee: bigint;
  /** The fee in the report, where that says something else than gross less net. */
  statedFee: bigint;
  payoutId: string | null;
  at: Date;
  /** Where the gateway exchanged the money: what the line settles in the currency of the payment, signed as `gross`. */
  exchanged?: Exchanged;
}

/** Where lines come from: a file, or the API of a gateway. */
export type SettlementSource = AsyncIterable<SettlementLine> | Iterable<SettlementLine>;

export function netOf({ gross, fee }: Pick<SettlementLine, 'gross' | 'fee'>): bigint {
  return gross - fee;
}

/** What a line says in the currency of the payment. */
export function settledBy({ currency, gross, exchanged }: SettlementLine): Exchanged {
  return exchanged ?? { currency, amount: gross, within: 0n };
}

export function isPayout({ kind }: Pick<SettlementLine, 'kind'>): boolean {
  return kind === 'payout' || kind === 'payout_reversal';
}
