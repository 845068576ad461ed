import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type { BnplNotification } from '@qafila/contracts/payment-events';
import { majorNumber } from '../intents/amount.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import type { SessionRow } from '../wallet/session.entity.ts';
import { notifiedCustomer } from './intent-notification.ts';

/** The body of §6.1, its fields in that order: merchants compare bytes. */
export function bnplNotification(session: SessionRow, row: IntentRow, attempt: AttemptRow | undefined): BnplNotification {
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
