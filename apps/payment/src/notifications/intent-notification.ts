import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type { IntentNotification, NotifiedCustomer, TransactionActivity, TransactionDetails } from '@qafila/contracts/payment-events';
import { majorNumber } from '../intents/amount.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';

export interface Told { row: IntentRow; attempt: AttemptRow | undefined; timeline: readonly string[]; refundId: string | null }

/** The body of §6.2, its fields in that order: merchants compare bytes. */
export function intentNotification({ row, attempt, timeline, refundId }: Told): IntentNotification {
  return {
    type: PAYMENT_EVENT.intentNotification,
    payment_intent_id: row.id,
    refund_id: refundId,
    amount: majorNumber(BigInt(row.amount_minor), row.currency),
    currency: row.currency,
    status: row.status,
    customer: notifiedCustomer(row),
    shipping: row.shipping,
    payment_method_types: attempt?.method ?? (row.methods?.length === 1 ? row.methods[0] as string : ''),
    product: {},
    transaction_details: transactionDetails(row, attempt, timeline),
    metadata: { ...row.metadata, order_reference: row.order_reference },
    store_id: row.store_id,
    mode: row.mode,
    account_id: row.account_id,
  };
}

export function notifiedCustomer({ customer }: IntentRow): NotifiedCustomer {
  return { name: customer.name, email: customer.email, phone: customer.phone };
}

/**
 * A journey that ended before any attempt has no transaction: its texts are empty, for §6.2 has no null here. Only one whose time ran
 * out has a status; VOIDED would say that money had been held.
 */
function transactionDetails(row: IntentRow, attempt: AttemptRow | undefined, timeline: readonly string[]): TransactionDetails {
  return {
    _id: attempt?.id ?? '',
    order: { customer: notifiedCustomer(row), name: row.order_reference, type: 'headless' },
    status: attempt?.status ?? (row.status === 'expired' ? 'TIMEOUT' : ''),
    secure: attempt?.secure ?? null,
    refunded_amount: majorNumber(BigInt(row.refunded_minor), row.currency),
    gateway: attempt?.gateway ?? '',
    response_from_bank: attempt?.bank_message ?? '',
    status_code_from_bank: attempt?.bank_code ?? '',
    status_message_from_bank: attempt?.bank_message ?? '',
    activity: attempt === undefined ? [] : timeline.map((status) => activity(attempt, status)),
  };
}

function activity(attempt: AttemptRow, status: string): TransactionActivity {
  const entry = { status, wallet: {}, processing: { reference: attempt.gateway_reference ?? attempt.id } };
  if (attempt.method === 'card') return { ...entry, card: attempt.instrument } as TransactionActivity;
  return { ...entry, wallet: attempt.instrument };
}
