/** One movement of money in the gateway's own books, for the import of settlements. */
export interface ProviderSettlementLine {
  /** The gateway's id of the line. */
  id: string;
  kind: 'charge' | 'refund' | 'fee' | 'dispute' | 'dispute_reversal' | 'payout' | 'adjustment';
  at: string;
  currency: string;
  /** Signed minor units: what the gateway owes more (+) or less (-) before the fee. */
  gross: bigint;
  fee: bigint;
  net: bigint;
  /** Our id of the operation, and the gateway's reference of the payment, where the line has them. */
  operationId: string | null;
  paymentReference: string | null;
  /** The payout that contains the line; null while it is open. */
  payout: string | null;
  /** The gateway's words. */
  description: string;
}

export interface SettlementPeriod {
  fromMs: number;
  toMs: number;
}

/** A gateway whose books can be read. Lines come in the order of the gateway; repeats have the same id. */
export interface SettlementBooks {
  settlementLines(period: SettlementPeriod): AsyncIterable<ProviderSettlementLine>;
}
