import type { ProviderReport } from './provider.ts';

/** A call of a gateway as it came in. */
export interface ReceivedCall {
  method: 'GET' | 'POST';
  rawBody: Buffer;
  headers: Record<string, string | string[] | undefined>;
  query: Record<string, string | undefined>;
  nowMs: number;
}

/** A cardholder or bank takes the money back, or asks why it was taken. */
export interface DisputeNotice {
  /** The gateway's id of the dispute. */
  reference: string;
  /** The gateway's reference of the disputed payment. */
  paymentReference: string | null;
  status: 'opened' | 'under_review' | 'won' | 'lost' | 'accepted' | 'expired';
  amount: bigint;
  currency: string;
  reason: string;
  evidenceDueAt: string | null;
}

/** Money that the gateway sends to the merchant's bank account. */
export interface PayoutNotice {
  reference: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  amount: bigint;
  currency: string;
  arrivalAt: string | null;
}

/**
 * A call that the gateway authenticated. `id` is the gateway's own id of the event, by which repeats are recognised.
 * What no operation matches is kept and listed to the store; nothing is dropped.
 */
export type Callback =
  /**
   * About a request of ours, by our id. Without it, for instance after a refund in the gateway's own dashboard, it is
   * kept with the gateway's reference of the payment. When `report` is unknown, the receiver inquires.
   */
  | {
      kind: 'operation';
      id: string;
      type: string;
      operationId: string | null;
      reference: string | null;
      report: ProviderReport;
    }
  /** About a saved instrument that is being set up. */
  | { kind: 'token'; id: string; type: string; tokenId: string }
  | { kind: 'dispute'; id: string; type: string; dispute: DisputeNotice }
  | { kind: 'payout'; id: string; type: string; payout: PayoutNotice }
  /** Authentic, and not about anything that the adapter knows. */
  | { kind: 'other'; id: string; type: string };

/** The gateway verifies our address before it calls it: the answer that it expects. */
export interface Handshake {
  kind: 'handshake';
  status: number;
  contentType: string;
  body: string;
}
