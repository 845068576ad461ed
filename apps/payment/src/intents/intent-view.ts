import type { Keys } from '../keys.ts';
import { majorNumber } from '../money/amount.ts';
import { amountsOf } from '../money/amounts-of.ts';
import type { IntentAnswer } from './intent.schema.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';

const TEXT = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The payment intent of §2.6, with its fields in that order. Ours come after them. */
export function intentView(
  row: IntentRow,
  { keys, publicUrl }: { keys: Keys; publicUrl: string },
  last: AttemptRow | undefined,
): IntentAnswer {
  const { customer, shipping } = row;
  return {
    _id: row.id,
    pi_client_secret: keys.clientSecret(row.account_id, row.id),
    created_at: row.created_at.toISOString(),
    amount: majorNumber(BigInt(row.amount_minor), row.currency),
    currency: row.currency,
    refund: {
      refunded_amount: majorNumber(BigInt(row.refunded_minor), row.currency),
      refund_object_id: row.last_refund,
    },
    object_name: 'payment_intent',
    customer: {
      name: TEXT(customer.name),
      email: TEXT(customer.email),
      phone: TEXT(customer.phone),
      vip_customer: customer.vip_customer ?? 'no',
      previous_customer: customer.previous_customer ?? 'no',
    },
    description: row.description,
    pi_status: row.status,
    pm_token: '',
    shipping: {
      address1: TEXT(shipping.address1),
      address2: TEXT(shipping.address2),
      city: TEXT(shipping.city),
      country: TEXT(shipping.country),
      firstName: TEXT(shipping.firstName),
      lastName: TEXT(shipping.lastName),
      phone: TEXT(shipping.phone),
      province: TEXT(shipping.province),
      zip: TEXT(shipping.zip),
      shipping_method: TEXT(shipping.shipping_method),
    },
    metadata: row.metadata,
    token: null,
    capture_method: row.capture_method,
    html_response: redirectOf(row, last),
    bank_response: bankResponseOf(last),
    last_payment_response: lastPaymentOf(last),
    encryptionKey: null,
    billingAddress: row.billing,
    routing_rules_history: row.routing_history,
    subscription: {},
    checkout_page_url: pageUrl(row, keys, publicUrl),
    ...amountsOf(row),
  };
}

/** The address of the gateway's page, while the customer has to go there. */
function redirectOf(row: IntentRow, last: AttemptRow | undefined): IntentAnswer['html_response'] {
  const url = last?.routing.redirect_url;
  return row.status === 'requires_action' && last?.is_open === true && typeof url === 'string'
    ? { redirect_url: url }
    : {};
}

function bankResponseOf(last: AttemptRow | undefined): IntentAnswer['bank_response'] {
  if (last === undefined) return {};
  return { code: last.bank_code, message: last.bank_message, reference: last.gateway_reference };
}

function lastPaymentOf(last: AttemptRow | undefined): IntentAnswer['last_payment_response'] {
  if (last === undefined) return { token: null };
  return {
    token: null,
    transaction_id: last.id,
    status: last.status,
    gateway: last.gateway,
    status_code_from_bank: last.bank_code,
    status_message_from_bank: last.bank_message,
    at: last.updated_at.toISOString(),
  };
}

/** A wallet journey has its own page; all other intents use the checkout page. */
export function pageUrl(row: Pick<IntentRow, 'account_id' | 'id' | 'source'>, keys: Keys, publicUrl: string): string {
  return `${publicUrl}/${row.source === 'bnpl' ? 'wallet' : 'pay'}/${keys.pageToken(row.account_id, row.id)}`;
}
