import type { IntentStatus, TransactionStatus } from '../src/intents/intent-status.ts';
import type { AttemptRow, IntentRow } from '../src/intents/intent.entity.ts';
import type { OperationRow } from '../src/intents/operation.entity.ts';
import { operationRow } from '../src/intents/operation.ts';
import type { Reported } from '../src/operations/decide-report.ts';
import type { OperationKind, ProviderReport } from '../src/providers/provider.ts';

export const NOW_MS = Date.UTC(2026, 10, 22, 12);
export const AMOUNT = 10_000n;
const STARTED = new Date(NOW_MS - 5_000);

/** Every report that a provider can make. */
export const REPORTS = {
  action: { kind: 'action', action: { kind: 'redirect', url: 'https://gateway.example/pay' } },
  pending: { kind: 'pending' },
  captured: { kind: 'captured', amount: AMOUNT },
  authorised: { kind: 'authorised' },
  voided: { kind: 'voided' },
  refunded: { kind: 'refunded' },
  declined: { kind: 'declined', as: 'FAILED', then: 'customer', code: '05', message: 'Declined' },
  not_sent: { kind: 'not_sent', why: 'connection refused' },
  not_found: { kind: 'not_found', why: 'no such operation' },
  unknown: { kind: 'unknown', why: 'the reply was lost' },
} as const satisfies Record<string, ProviderReport>;

interface Situation {
  status: IntentStatus;
  attempt: TransactionStatus;
  /** Whether the attempt is the open one. */
  isOpen?: boolean;
  intent?: Partial<IntentRow>;
  taken?: bigint;
  /** What an operation of this kind is there. */
  operations?: Partial<Record<OperationKind, Partial<OperationRow>>>;
}

/** The states of an intent in which an operation of this kind may be reported on. */
export const SITUATIONS: Record<string, Situation> = {
  processing: { status: 'processing', attempt: 'PENDING', isOpen: true },
  'processing, unknown': { status: 'processing', attempt: 'TIMEOUT', isOpen: true },
  requires_action: { status: 'requires_action', attempt: 'AUTHENTICATION_PENDING', isOpen: true },
  'requires_payment_method, declined': { status: 'requires_payment_method', attempt: 'FAILED' },
  requires_capture: { status: 'requires_capture', attempt: 'AUTHORIZED', isOpen: true },
  'requires_capture, capturing': {
    status: 'requires_capture',
    attempt: 'AUTHORIZED',
    isOpen: true,
    intent: { asked: 'capture', asked_minor: String(AMOUNT) },
  },
  'requires_capture, voiding': {
    status: 'requires_capture',
    attempt: 'AUTHORIZED',
    isOpen: true,
    intent: { asked: 'void' },
  },
  'requires_capture, a part captured, capturing another': {
    status: 'requires_capture',
    attempt: 'AUTHORIZED',
    isOpen: true,
    intent: { captured_minor: '4000', asked: 'capture', asked_minor: '3000', asked_final: false },
    taken: 4_000n,
    operations: { capture: { amount_minor: '3000', final_capture: false }, refund: { amount_minor: '4000' } },
  },
  'requires_capture, a part captured, capturing the last': {
    status: 'requires_capture',
    attempt: 'AUTHORIZED',
    isOpen: true,
    intent: { captured_minor: '4000', asked: 'capture', asked_minor: '3000', asked_final: true },
    taken: 4_000n,
    operations: { capture: { amount_minor: '3000', final_capture: true }, refund: { amount_minor: '4000' } },
  },
  'requires_capture, a part captured, voiding the rest': {
    status: 'requires_capture',
    attempt: 'AUTHORIZED',
    isOpen: true,
    intent: { captured_minor: '4000', asked: 'void' },
    taken: 4_000n,
    operations: { capture: { amount_minor: '3000', final_capture: false }, refund: { amount_minor: '4000' } },
  },
  'succeeded, a part captured': {
    status: 'succeeded',
    attempt: 'CAPTURED',
    intent: { captured_minor: '4000' },
    taken: 4_000n,
    operations: { capture: { amount_minor: '3000', final_capture: false }, refund: { amount_minor: '4000' } },
  },
  succeeded: {
    status: 'succeeded',
    attempt: 'CAPTURED',
    intent: { captured_minor: String(AMOUNT) },
    taken: AMOUNT,
  },
  'succeeded, refunding': {
    status: 'succeeded',
    attempt: 'CAPTURED',
    intent: { captured_minor: String(AMOUNT), refunding_minor: String(AMOUNT) },
    taken: AMOUNT,
  },
  'succeeded, refunded': {
    status: 'succeeded',
    attempt: 'REFUNDED',
    intent: { captured_minor: String(AMOUNT), refunded_minor: String(AMOUNT) },
    taken: AMOUNT,
  },
  failed: { status: 'failed', attempt: 'FAILED' },
  'canceled, unknown': { status: 'canceled', attempt: 'TIMEOUT' },
  'canceled, late money': { status: 'canceled', attempt: 'LATE_CAPTURED', taken: AMOUNT },
  'canceled, late authorisation': { status: 'canceled', attempt: 'AUTHORIZED' },
  'canceled, voided': { status: 'canceled', attempt: 'VOIDED' },
  'expired, reversed': { status: 'expired', attempt: 'REVERSED' },
};

const OWNER = { account_id: 'acc', store_id: 'str_1', mode: 'stage' as const };

function attemptRow({ attempt: status, isOpen = false, taken = 0n }: Situation): AttemptRow {
  return {
    ...OWNER,
    id: 'txn_1',
    intent_id: 'pi_1',
    no: 1,
    status,
    is_open: isOpen,
    method: 'card',
    gateway: 'card-a',
    gateway_reference: 'gw_1',
    amount_minor: String(AMOUNT),
    taken_minor: String(taken),
    currency: 'SAR',
    bank_code: '',
    bank_message: '',
    secure: null,
    instrument: {},
    routing: { gateways: ['card-a'] },
    token_id: null,
    consent: null,
    created_at: STARTED,
    updated_at: STARTED,
  };
}

function intentRow(situation: Situation): IntentRow {
  return {
    ...OWNER,
    id: 'pi_1',
    source: 'checkout',
    status: situation.status,
    amount_minor: String(AMOUNT),
    currency: 'SAR',
    capture_method: 'manual',
    captured_minor: '0',
    refunded_minor: '0',
    refunding_minor: '0',
    asked: null,
    asked_minor: null,
    asked_final: null,
    tries: 1,
    open_attempt: situation.isOpen === true ? 'txn_1' : null,
    last_refund: null,
    page_hash: Buffer.alloc(32),
    order_reference: 'order-1',
    description: '',
    customer: { name: null, email: null, phone: null },
    shipping: {},
    billing: {},
    metadata: {},
    success_url: '',
    failure_url: '',
    methods: null,
    gateway: null,
    routing_history: [],
    revision: 3,
    created_at: STARTED,
    updated_at: STARTED,
    expires_at: new Date(NOW_MS + 60_000),
    ended_at: null,
    returned_at: null,
    over_refunded_minor: null,
    disputed_minor: null,
    save_for: null,
    ...situation.intent,
  };
}

/** An operation of a kind, in a state, of an intent in a situation. */
export function reportedCase(
  kind: OperationKind,
  state: OperationRow['state'],
  situation: Situation,
  change: { operation?: Partial<OperationRow>; intent?: Partial<IntentRow>; attempt?: Partial<AttemptRow> } = {},
): Reported {
  const attempt = { ...attemptRow(situation), ...change.attempt };
  const id = `${kind === 'refund' ? 'rf' : 'op'}_1`;
  const pending = operationRow(attempt, { kind, amount: AMOUNT, requestedBy: 'key_1', id, nowMs: STARTED.getTime() });
  const settled = state === 'pending' ? {} : { settled_at: STARTED, inquire_at: null };
  return {
    row: { ...intentRow(situation), ...change.intent },
    attempts: [attempt],
    operation: { ...pending, state, ...settled, ...situation.operations?.[kind], ...change.operation },
  };
}
