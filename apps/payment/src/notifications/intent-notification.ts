import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type {
  IntentNotification,
  NotifiedCustomer,
  SettledOperation,
  TransactionActivity,
  TransactionDetails,
} from '@qafila/contracts/payment-events';
import { majorNumber } from '../money/amount.ts';
import { amountsOf } from '../money/amounts-of.ts';
import type { NotifiedRow } from './publish-notification.ts';

/** The columns of an intent that a notification shows. */
export interface NotifiedIntent extends NotifiedRow {
  status: string;
  amount_minor: string;
  captured_minor: string;
  asked?: string | null;
  asked_minor?: string | null;
  refunded_minor: string;
  currency: string;
  order_reference: string;
  description: string;
  customer: NotifiedCustomer;
  shipping: Record<string, unknown>;
  metadata: Record<string, unknown>;
  methods: readonly string[] | null;
  success_url: string;
  failure_url: string;
}

/** The columns of an attempt that a notification shows. */
export interface NotifiedAttempt {
  id: string;
  status: string;
  method: string;
  gateway: string;
  gateway_reference: string | null;
  bank_code: string;
  bank_message: string;
  secure: string | null;
  instrument: Record<string, unknown>;
}

export interface IntentNotificationParts {
  row: NotifiedIntent;
  attempt: NotifiedAttempt | undefined;
  timeline: readonly string[];
  operation: SettledOperation | undefined;
}

/** The body of §6.2, with its fields in that order, because merchants compare bytes. Ours come after them. */
export function intentNotification({ row, attempt, timeline, operation }: IntentNotificationParts): IntentNotification {
  return {
    type: PAYMENT_EVENT.intentNotification,
    payment_intent_id: row.id,
    refund_id: operation?.kind === 'refund' ? operation._id : null,
    amount: majorNumber(BigInt(row.amount_minor), row.currency),
    currency: row.currency,
    status: row.status,
    customer: notifiedCustomer(row),
    shipping: row.shipping,
    payment_method_types: attempt?.method ?? (row.methods?.length === 1 ? (row.methods[0] as string) : ''),
    product: {},
    transaction_details: transactionDetails(row, attempt, timeline),
    metadata: { ...row.metadata, order_reference: row.order_reference },
    store_id: row.store_id,
    mode: row.mode,
    account_id: row.account_id,
    ...amountsOf(row),
    operation: operation ?? null,
  };
}

export function notifiedCustomer({ customer }: NotifiedIntent): NotifiedCustomer {
  return { name: customer.name, email: customer.email, phone: customer.phone };
}

const NO_ATTEMPT = { id: '', secure: null, gateway: '', bank_code: '', bank_message: '' };

/**
 * An intent that ended before its first attempt has no transaction. Its texts are empty, because §6.2 has no null here.
 * Only an expired intent has a status: VOIDED would say that an authorisation had existed.
 */
function transactionDetails(
  row: NotifiedIntent,
  attempt: NotifiedAttempt | undefined,
  timeline: readonly string[],
): TransactionDetails {
  const shown = attempt ?? { ...NO_ATTEMPT, status: row.status === 'expired' ? 'TIMEOUT' : '' };
  return {
    _id: shown.id,
    order: { customer: notifiedCustomer(row), name: row.order_reference, type: 'headless' },
    status: shown.status,
    secure: shown.secure,
    refunded_amount: majorNumber(BigInt(row.refunded_minor), row.currency),
    gateway: shown.gateway,
    response_from_bank: shown.bank_message,
    status_code_from_bank: shown.bank_code,
    status_message_from_bank: shown.bank_message,
    activity: attempt === undefined ? [] : timeline.map((status) => activityOf(attempt, status)),
  };
}

function activityOf(attempt: NotifiedAttempt, status: string): TransactionActivity {
  const entry = { status, wallet: {}, processing: { reference: attempt.gateway_reference ?? attempt.id } };
  if (attempt.method === 'card') return { ...entry, card: attempt.instrument } as TransactionActivity;
  return { ...entry, wallet: attempt.instrument };
}
