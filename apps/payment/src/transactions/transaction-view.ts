import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import { majorNumber } from '../money/amount.ts';
import type { Authentication } from '../providers/provider.ts';
import type { Queue } from '../review-queues.ts';
import type { TransactionAnswer } from './transaction.schema.ts';

/** An attempt with the fields of its intent that a list shows. */
export type TransactionRow = AttemptRow &
  Pick<IntentRow, 'order_reference' | 'customer' | 'captured_minor' | 'refunded_minor'> & {
    pi_status: IntentRow['status'];
    queue: Queue | null;
  };

export function transactionView(row: TransactionRow): TransactionAnswer {
  const major = (minor: string): number => majorNumber(BigInt(minor), row.currency);
  const isTheOne = BigInt(row.taken_minor) > 0n && row.status !== 'LATE_CAPTURED';
  return {
    _id: row.id,
    payment_intent_id: row.intent_id,
    order_reference: row.order_reference,
    status: row.status,
    pi_status: row.pi_status,
    amount: major(row.amount_minor),
    currency: row.currency,
    captured_amount: isTheOne ? major(row.captured_minor) : 0,
    refunded_amount: isTheOne ? major(row.refunded_minor) : 0,
    payment_method_types: row.method,
    gateway: row.gateway,
    gateway_reference: row.gateway_reference,
    status_code_from_bank: row.bank_code,
    status_message_from_bank: row.bank_message,
    secure: row.secure,
    authentication: authenticationView(row.instrument),
    instrument: withoutAuthentication(row.instrument),
    customer: { name: row.customer.name, email: row.customer.email, phone: row.customer.phone },
    queue: row.queue,
    store_id: row.store_id,
    mode: row.mode as TransactionAnswer['mode'],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Stored with the instrument, as the gateway reported it. */
function authenticationView({ authentication }: AttemptRow['instrument']): TransactionAnswer['authentication'] {
  if (typeof authentication !== 'object' || authentication === null) return null;
  const { version, result, liabilityShift, exemption } = authentication as Authentication;
  return {
    version: version ?? null,
    result: result ?? null,
    liability_shift: liabilityShift ?? null,
    exemption: exemption ?? null,
  };
}

function withoutAuthentication(stored: AttemptRow['instrument']): Record<string, unknown> {
  const { authentication: _, ...instrument } = stored;
  return instrument;
}
