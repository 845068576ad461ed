import type { Method } from '../routing/choose-gateways.ts';
import type { Intent, IntentStatus, TransactionStatus } from './intent.state.ts';

export type IntentSource = 'checkout' | 'intent' | 'bnpl' | 'token';

/** §2.6's customer; null where the merchant gave none, empty texts on the wire. */
export interface Customer { name: string | null; email: string | null; phone: string | null; vip_customer?: string; previous_customer?: string }

/** One choice of a gateway, as the merchant reads it in `routing_rules_history`. */
export interface RoutingStep {
  at: string;
  rule_id: string | null;
  gateway_type: string;
  attempt_id: string;
  reason: string;
  outcome: string;
  latency_ms: number | null;
  considered?: { rule_id: string; matched: boolean; why: string }[];
}

/** A row of `intent`; bigint columns come as text. */
export interface IntentRow {
  account_id: string;
  id: string;
  store_id: string;
  mode: 'stage' | 'live';
  source: IntentSource;
  status: IntentStatus;
  amount_minor: string;
  currency: string;
  capture_method: 'automatic' | 'manual';
  captured_minor: string;
  refunded_minor: string;
  refunding_minor: string;
  asked: 'capture' | 'void' | null;
  asked_minor: string | null;
  tries: number;
  open_attempt: string | null;
  last_refund: string | null;
  page_hash: Buffer;
  order_reference: string;
  description: string;
  customer: Customer;
  shipping: Record<string, unknown>;
  billing: Record<string, unknown>;
  metadata: Record<string, unknown>;
  success_url: string;
  failure_url: string;
  methods: Method[] | null;
  /** A gateway that the merchant pinned. */
  gateway: string | null;
  routing_history: RoutingStep[];
  revision: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

/** A row of `attempt`: a transaction, as merchants call it. */
export interface AttemptRow {
  account_id: string;
  id: string;
  store_id: string;
  mode: string;
  intent_id: string;
  no: number;
  status: TransactionStatus;
  is_open: boolean;
  method: Method;
  gateway: string;
  gateway_reference: string | null;
  amount_minor: string;
  taken_minor: string;
  currency: string;
  bank_code: string;
  bank_message: string;
  secure: string | null;
  instrument: Record<string, unknown>;
  routing: Record<string, unknown>;
  /** The wallet token that is charged. */
  token_id: string | null;
  created_at: Date;
  updated_at: Date;
}

/** The row as its rules see it. */
export function intentOf(row: IntentRow, attempts: readonly AttemptRow[]): Intent {
  return {
    status: row.status, amount: BigInt(row.amount_minor), captureMethod: row.capture_method, captured: BigInt(row.captured_minor),
    refunded: BigInt(row.refunded_minor), refunding: BigInt(row.refunding_minor), tries: row.tries, open: row.open_attempt, expiresAtMs: row.expires_at.getTime(),
    asked: row.asked === null ? null : row.asked === 'void' ? { kind: 'void' } : { kind: 'capture', amount: BigInt(row.asked_minor ?? 0) },
    attempts: attempts.map(({ id, status, taken_minor: taken }) => ({ id, status, taken: BigInt(taken) })),
  };
}
