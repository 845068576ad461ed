import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Method } from '../providers/methods.ts';
import type { IntentStatus, TransactionStatus } from './intent-status.ts';
import type { Intent } from './intent.state.ts';

export type IntentSource = 'checkout' | 'intent' | 'bnpl' | 'token';

/** The customer of §2.6. A field is null where the merchant sent none, and an empty text on the wire. */
export interface Customer {
  name: string | null;
  email: string | null;
  phone: string | null;
  vip_customer?: string;
  previous_customer?: string;
}

/** The customer ticked the box of the page, whose text was in this language. */
export interface Consent {
  at: string;
  language: string;
}

/** One choice of a provider, as the merchant reads it in `routing_rules_history`. */
export interface RoutingStep {
  at: string;
  rule_id: string | null;
  gateway_type: string;
  attempt_id: string;
  reason: string;
  outcome: string;
  latency_ms: number | null;
  considered?: { rule_id: string; matched: boolean; why: string }[];
  candidates?: RoutingCandidate[];
}

/** How a gateway stood when the choice was made. */
export interface RoutingCandidate {
  gateway_type: string;
  circuit: string;
  success_rate: number | null;
  observations: number | null;
  cost: number | null;
  cost_from: string | null;
}

/** A row of `intent`. pg returns bigint columns as text. */
@Entity('intent')
export class IntentRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: 'stage' | 'live';
  @Column('text') source!: IntentSource;
  @Column('text') status!: IntentStatus;
  @Column('bigint') amount_minor!: string;
  @Column('text') currency!: string;
  @Column('text') capture_method!: 'automatic' | 'manual';
  @Column('bigint') captured_minor!: string;
  @Column('bigint') refunded_minor!: string;
  @Column('bigint') refunding_minor!: string;
  @Column('text', { nullable: true }) asked!: 'capture' | 'void' | null;
  @Column('bigint', { nullable: true }) asked_minor!: string | null;
  /** False: the captures under way leave the rest authorised; null in rows of earlier versions. */
  @Column('boolean', { nullable: true }) asked_final!: boolean | null;
  @Column('smallint') tries!: number;
  @Column('text', { nullable: true }) open_attempt!: string | null;
  @Column('text', { nullable: true }) last_refund!: string | null;
  /** SHA-256 of the page's token. It never changes. */
  @Column('bytea') page_hash!: Buffer;
  @Column('text') order_reference!: string;
  @Column('text') description!: string;
  @Column('json') customer!: Customer;
  @Column('json') shipping!: Record<string, unknown>;
  @Column('json') billing!: Record<string, unknown>;
  @Column('json') metadata!: Record<string, unknown>;
  @Column('text') success_url!: string;
  @Column('text') failure_url!: string;
  @Column('text', { array: true, nullable: true }) methods!: Method[] | null;
  /** The provider that the merchant pinned. */
  @Column('text', { nullable: true }) gateway!: string | null;
  @Column('json') routing_history!: RoutingStep[];
  @Column('integer') revision!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
  @Column('timestamptz') expires_at!: Date;
  /** When its page ended: by an end of the intent, or by an authorisation. */
  @Column('timestamptz', { nullable: true }) ended_at!: Date | null;
  /** When its page led the customer back to the store. */
  @Column('timestamptz', { nullable: true }) returned_at!: Date | null;
  /** Refunded beyond what was captured; null is none. */
  @Column('bigint', { nullable: true }) over_refunded_minor!: string | null;
  /** What disputes hold or have lost, which cannot be refunded; null is none. */
  @Column('bigint', { nullable: true }) disputed_minor!: string | null;
  /** The merchant's name of the customer whose card the page offers to keep; null: it offers nothing. */
  @Column('text', { nullable: true }) save_for!: string | null;
}

/** A row of `attempt`. Merchants call it a transaction. */
@Entity('attempt')
export class AttemptRow {
  @PrimaryColumn('text') account_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') store_id!: string;
  @Column('text') mode!: string;
  @Column('text') intent_id!: string;
  @Column('smallint') no!: number;
  @Column('text') status!: TransactionStatus;
  @Column('boolean') is_open!: boolean;
  @Column('text') method!: Method;
  @Column('text') gateway!: string;
  @Column('text', { nullable: true }) gateway_reference!: string | null;
  @Column('bigint') amount_minor!: string;
  @Column('bigint') taken_minor!: string;
  @Column('text') currency!: string;
  @Column('text') bank_code!: string;
  @Column('text') bank_message!: string;
  @Column('text', { nullable: true }) secure!: string | null;
  @Column('json') instrument!: Record<string, unknown>;
  @Column('json') routing!: Record<string, unknown>;
  /** The wallet or the saved card that is charged. */
  @Column('text', { nullable: true }) token_id!: string | null;
  /** The customer let the store keep this card; null: they did not. */
  @Column('json', { nullable: true }) consent!: Consent | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}

/** The state that the rules use. */
export function intentState(row: IntentRow, attempts: readonly AttemptRow[]): Intent {
  return {
    status: row.status,
    amount: BigInt(row.amount_minor),
    captureMethod: row.capture_method,
    captured: BigInt(row.captured_minor),
    refunded: BigInt(row.refunded_minor),
    refunding: BigInt(row.refunding_minor),
    overRefunded: BigInt(row.over_refunded_minor ?? 0),
    disputed: BigInt(row.disputed_minor ?? 0),
    tries: row.tries,
    open: row.open_attempt,
    expiresAtMs: row.expires_at.getTime(),
    requested: requestedOf(row),
    attempts: attempts.map(({ id, status, taken_minor: taken }) => ({ id, status, taken: BigInt(taken) })),
  };
}

function requestedOf({ asked: kind, asked_minor: minor, asked_final: final }: IntentRow): Intent['requested'] {
  if (kind === null) return null;
  return kind === 'void' ? { kind } : { kind, amount: BigInt(minor ?? 0), isFinal: final !== false };
}
