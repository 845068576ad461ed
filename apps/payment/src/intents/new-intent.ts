import type { Pool, PoolClient } from 'pg';
import { invalid } from '@qafila/envelopes/refusal';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { newId } from '@qafila/runtime/new-id';
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

/** Writes an intent that waits for its customer (§3.2 row 1), in the caller's transaction. */
export async function newIntent(payments: Payments, tx: PoolClient, owner: Owner, wanted: NewIntent): Promise<IntentRow> {
  const row = intentRow(payments, owner, wanted);
  await insertIntents(tx, [row]);
  return row;
}

/** The row whole, so that nothing is read back: what the table would fill in by itself is written here too. */
export function intentRow({ clock, keys }: Pick<Payments, 'clock' | 'keys'>, owner: Owner, wanted: NewIntent): IntentRow {
  const now = new Date(clock());
  const id = newId('pi', now.getTime());
  return {
    account_id: owner.accountId, id, store_id: owner.storeId, mode: owner.mode as IntentRow['mode'], source: wanted.source, status: 'requires_payment_method',
    amount_minor: String(wanted.amount), currency: wanted.currency, capture_method: wanted.captureMethod, captured_minor: '0', refunded_minor: '0', refunding_minor: '0',
    asked: null, asked_minor: null, tries: 0, open_attempt: null, last_refund: null, page_hash: secretHash(keys.pageToken(owner.accountId, id)),
    order_reference: wanted.orderReference, description: wanted.description, customer: wanted.customer, shipping: wanted.shipping, billing: wanted.billing,
    metadata: wanted.metadata, success_url: wanted.successUrl, failure_url: wanted.failureUrl, methods: wanted.methods, gateway: wanted.gateway, routing_history: [],
    revision: 1, created_at: now, updated_at: now, expires_at: new Date(now.getTime() + (wanted.lifeMs ?? LIMITS.pageMs)),
  };
}

/** Any number of them by one statement, whose text is always the same: all are stored, or none. */
export async function insertIntents(db: Pool | PoolClient, rows: readonly IntentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = [JSON.stringify(rows.map((row) => ({ ...row, page_hash: `\\x${row.page_hash.toString('hex')}` })))];
  await db.query({ name: 'insert-intents', text: 'INSERT INTO intent SELECT * FROM json_populate_recordset(NULL::intent, $1)', values });
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
  const metadata = plain({ ...sent, order_reference: orderReference }, 'metadata') as Record<string, unknown>;
  if (Buffer.byteLength(JSON.stringify(metadata)) > LIMITS.metadataBytesMax) throw invalid('metadata', `metadata may be ${LIMITS.metadataBytesMax} bytes as JSON.`);
  return { metadata, orderReference };
}
