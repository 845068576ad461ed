/** What a line is; an `adjustment` is anything else. */
export type ProviderLineKind =
  | 'capture'
  | 'capture_reversal'
  | 'refund'
  | 'refund_reversal'
  | 'dispute'
  | 'dispute_reversal'
  | 'fee'
  | 'payout'
  | 'payout_reversal'
  | 'adjustment';

/** One movement of money in the gateway's own books, as the import of settlements takes it. Amounts are minor units. */
export interface ProviderSettlementLine {
  /** The gateway's id of the line. A line that is read again has the same one. */
  key: string;
  kind: ProviderLineKind;
  /** Our id of the operation, and the gateway's references of the payment, as far as the line names them. */
  references: readonly string[];
  currency: string;
  /** Signed as it moves the balance at the gateway: a capture is positive, a refund and a payout are negative. */
  gross: bigint;
  /** What the gateway keeps: gross less net. */
  fee: bigint;
  /** The fee as the gateway states it. */
  statedFee: bigint;
  /** The payout that contains the line; null while it is open, or where the gateway does not say. */
  payoutId: string | null;
  at: Date;
  /**
   * Where the gateway exchanged the money: what was exchanged, in the currency of the payment and signed as `gross`.
   * `within`: how far it is open, because it follows from a rate.
   */
  exchanged?: { currency: string; amount: bigint; within: bigint };
}

export interface SettlementPeriod {
  fromMs: number;
  toMs: number;
}

/** A part of the books. `next` is where the following part begins; null after the last one. */
export interface SettlementPage {
  lines: readonly ProviderSettlementLine[];
  next: string | null;
}

/** A gateway whose books can be read. */
export interface SettlementBooks {
  /**
   * One page of what was booked in the period; a cursor of null is its start. A page is the same whenever it is read.
   * A line may be reported twice: once booked, and once more with the payout that contains it.
   */
  settlementPage(period: SettlementPeriod, cursor: string | null): Promise<SettlementPage>;
}
