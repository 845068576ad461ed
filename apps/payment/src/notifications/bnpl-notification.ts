import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type { BnplNotification } from '@qafila/contracts/payment-events';
import { majorNumber } from '../money/amount.ts';
import { notifiedCustomer } from './intent-notification.ts';
import type { NotifiedAttempt, NotifiedIntent } from './intent-notification.ts';
import type { NotifiedRow } from './publish-notification.ts';

/** The columns of a wallet session that a notification shows. */
export interface NotifiedSession extends NotifiedRow {
  wallet_id: string;
  wallet_type: string;
  state: BnplNotification['state'];
  created_at: Date;
  updated_at: Date;
}

/** The body of §6.1, with its fields in that order, because merchants compare bytes. */
export function bnplNotification(
  session: NotifiedSession,
  row: NotifiedIntent,
  attempt: NotifiedAttempt | undefined,
): BnplNotification {
  return {
    event: PAYMENT_EVENT.bnplNotification,
    _id: session.id,
    wallet_id: session.wallet_id,
    account_id: session.account_id,
    store_id: session.store_id,
    mode: session.mode,
    customer: notifiedCustomer(row),
    state: session.state,
    wallet_type: session.wallet_type.startsWith('bnpl-') ? session.wallet_type : `bnpl-${session.wallet_type}`,
    success_redirect_url: row.success_url,
    failure_redirect_url: row.failure_url,
    amount: majorNumber(BigInt(row.amount_minor), row.currency),
    order_reference: row.order_reference,
    description: row.description,
    payment_intent_id: row.id,
    createdAt: session.created_at.toISOString(),
    updatedAt: session.updated_at.toISOString(),
    __v: session.revision,
    metadata: row.metadata,
    transaction_reference: attempt?.gateway_reference ?? attempt?.id ?? '',
    gateway_response: attempt?.bank_message ?? '',
    payment_intent: row.id,
  };
}
