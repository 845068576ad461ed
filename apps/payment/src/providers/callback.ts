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
  /** Our id of the payment's operation. A gateway that serves all stores names it: nothing else says whose it is. */
  operationId?: string;
  /** `expired`: no evidence came in time. `closed`: withdrawn, or a question that is answered. */
  status: 'opened' | 'under_review' | 'won' | 'lost' | 'accepted' | 'expired' | 'closed';
  /** The disputed amount in minor units, which may be a part of the payment. */
  amount: bigint;
  currency: string;
  reason: string;
  evidenceDueAt: string | null;
  /** A question before a dispute: the gateway withholds nothing. Default false. */
  isInquiry?: boolean;
  /** When it happened, by the gateway's clock. Without it, notices count in the order in which they come in. */
  at?: string;
  /** What the gateway charges for the dispute, in minor units of its currency. */
  fee?: bigint;
}

export interface DisputeRequest {
  /** Our id of the answer, which is the idempotency key. */
  id: string;
  /** The gateway's id of the dispute. */
  reference: string;
}

/** What the gateway says of a dispute, or of an answer to it. */
export type DisputeReport =
  | { kind: 'known'; dispute: DisputeNotice }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'not_sent' | 'unknown'; why: string };

/** A gateway whose disputes can be answered by its API. */
export interface DisputeDesk {
  inquireDispute(reference: string): Promise<DisputeReport>;
  /** Gives the money up. */
  acceptDispute(request: DisputeRequest): Promise<DisputeReport>;
  /** Sends evidence to the bank, once and for all. */
  submitEvidence(request: DisputeRequest & { text: string }): Promise<DisputeReport>;
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
