import type { PoolClient } from 'pg';
import { invalid } from '@qafila/envelopes/refusal';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { newId } from '../ids.ts';
import { secretHash } from '../keys.ts';
import { LIMITS } from '../limits.ts';
import type { Owner, Payments } from '../payments.ts';
import { optionalText, plain, readObject, readText } from '../reading.ts';
import type { Method } from '../routing/choose-gateways.ts';
import type { Customer, IntentRow, IntentSource } from './intent.entity.ts';

export interface NewIntent {
  source: IntentSource;
  amount: bigint;
  currency: string;
  captureMethod: 'automatic' | 'manual';
  customer: Customer;
  shipping: Record<string, unknown>;
  billing: Record<string, unknown>;
  metadata: Record<string, unknown>;
  orderReference: string;
  description: string;
  successUrl: string;
  failureUrl: string;
  methods: Method[] | null;
  gateway: string | null;
  /** How long it may be paid; as long as a page lives unless told otherwise. */
  lifeMs?: number;
}

/** Writes an intent that waits for its customer (§3.2 row 1): one row, one statement. */
export async function newIntent(payments: Payments, tx: PoolClient, owner: Owner, wanted: NewIntent): Promise<IntentRow> {
  const nowMs = payments.clock();
  const id = newId('pi', nowMs);
  const { rows: [row] } = await tx.query<IntentRow>({
    name: 'new-intent',
    text: `
      INSERT INTO intent (account_id, id, store_id, mode, source, status, amount_minor, currency, capture_method, page_hash, order_reference, description, customer,
        shipping, billing, metadata, success_url, failure_url, methods, gateway, created_at, updated_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, 'requires_payment_method', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $21) RETURNING *`,
    values: [owner.accountId, id, owner.storeId, owner.mode, wanted.source, String(wanted.amount), wanted.currency, wanted.captureMethod,
      secretHash(payments.keys.pageToken(owner.accountId, id)), wanted.orderReference, wanted.description, JSON.stringify(wanted.customer),
      JSON.stringify(wanted.shipping), JSON.stringify(wanted.billing), JSON.stringify(wanted.metadata), wanted.successUrl, wanted.failureUrl, wanted.methods, wanted.gateway,
      new Date(nowMs), new Date(nowMs + (wanted.lifeMs ?? LIMITS.pageMs))],
  });
  return row as IntentRow;
}

/** §4.11 customer. Texts are free: published clients send local phones and leave out what they lack. */
export function readCustomer(value: JsonValue | undefined, isRequired: boolean): Customer {
  if (value === undefined && !isRequired) return { name: null, email: null, phone: null };
  const sent = readObject(value, 'customer');
  const text = (field: string): string | null => optionalText(sent[field], `customer.${field}`) || null;
  const email = text('email');
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid('customer.email', 'customer.email must be an email address.');
  const [vip, previous] = [text('vip_customer'), text('previous_customer')];
  return {
    name: text('name'), email, phone: text('phone'),
    ...(vip === null ? {} : { vip_customer: vip }), ...(previous === null ? {} : { previous_customer: previous }),
  };
}

const ADDRESS = ['address1', 'address2', 'city', 'country', 'firstName', 'lastName', 'phone', 'province', 'zip', 'shipping_method'] as const;

/** §4.11 shipping, in §2.6's order; what is absent stays away from the notification and is '' in the intent. */
export function readAddress(value: JsonValue | undefined, param: string, isRequired: boolean): Record<string, string> {
  if (value === undefined && !isRequired) return {};
  const sent = readObject(value, param);
  const entries = ADDRESS.map((field) => [field, optionalText(sent[field], `${param}.${field}`)] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

/** §4.11 metadata: kept as it came; `order_reference` names the order everywhere. */
export function readMetadata(value: JsonValue | undefined): { metadata: Record<string, unknown>; orderReference: string } {
  const sent: JsonObject = readObject(value, 'metadata');
  const keys = Object.keys(sent);
  if (keys.length > LIMITS.metadataKeysMax) throw invalid('metadata', `metadata may hold ${LIMITS.metadataKeysMax} fields.`);
  const orderReference = readText(sent.order_reference, 'metadata.order_reference', 255);
  const metadata = { ...(plain(sent) as Record<string, unknown>), order_reference: orderReference };
  if (Buffer.byteLength(JSON.stringify(metadata)) > LIMITS.metadataBytesMax) throw invalid('metadata', `metadata may be ${LIMITS.metadataBytesMax} bytes as JSON.`);
  return { metadata, orderReference };
}
