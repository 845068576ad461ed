import { newId } from '@qafila/runtime/new-id';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { secretHash } from '../keys.ts';
import { LIMITS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { Method } from '../providers/methods.ts';
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
  /** The merchant's name of the order. The intent's id takes its place. */
  orderReference?: string;
  description: string;
  successUrl: string;
  failureUrl: string;
  methods: Method[] | null;
  gateway: string | null;
  /** The merchant's name of the customer whose card the page offers to keep. */
  saveFor?: string;
  /** How long the intent may be paid. The default is the life of a page. */
  lifeMs?: number;
}

/** Inserts an intent that waits for its customer (§3.2 row 1), in the caller's transaction. */
export async function newIntent(
  deps: PaymentDependencies,
  tx: PoolClient,
  owner: Owner,
  wanted: NewIntent,
): Promise<IntentRow> {
  const row = intentRow(deps, owner, wanted);
  await insertIntents(tx, [row]);
  return row;
}

/** The whole row, with the values that the table would default. So nothing has to be read back. */
export function intentRow(
  { clock, keys }: Pick<PaymentDependencies, 'clock' | 'keys'>,
  owner: Owner,
  wanted: NewIntent,
): IntentRow {
  const now = new Date(clock());
  const id = newId('pi', now.getTime());
  const orderReference = wanted.orderReference ?? id;
  return {
    account_id: owner.accountId,
    id,
    store_id: owner.storeId,
    mode: owner.mode as IntentRow['mode'],
    source: wanted.source,
    status: 'requires_payment_method',
    amount_minor: String(wanted.amount),
    currency: wanted.currency,
    capture_method: wanted.captureMethod,
    captured_minor: '0',
    refunded_minor: '0',
    refunding_minor: '0',
    asked: null,
    asked_minor: null,
    asked_final: null,
    tries: 0,
    open_attempt: null,
    last_refund: null,
    page_hash: secretHash(keys.pageToken(owner.accountId, id)),
    order_reference: orderReference,
    description: wanted.description,
    customer: wanted.customer,
    shipping: wanted.shipping,
    billing: wanted.billing,
    metadata:
      wanted.metadata['order_reference'] === undefined
        ? { ...wanted.metadata, order_reference: orderReference }
        : wanted.metadata,
    success_url: wanted.successUrl,
    failure_url: wanted.failureUrl,
    methods: wanted.methods,
    gateway: wanted.gateway,
    routing_history: [],
    revision: 1,
    created_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + (wanted.lifeMs ?? LIMITS.pageMs)),
    ended_at: null,
    returned_at: null,
    over_refunded_minor: null,
    disputed_minor: null,
    save_for: wanted.saveFor ?? null,
  };
}

/** Inserts all rows or none by one statement, whose text is always the same. */
export async function insertIntents(db: Pool | PoolClient, rows: readonly IntentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = [JSON.stringify(rows.map((row) => ({ ...row, page_hash: `\\x${row.page_hash.toString('hex')}` })))];
  await db.query({
    name: 'insert-intents',
    text: 'INSERT INTO intent SELECT * FROM json_populate_recordset(NULL::intent, $1)',
    values,
  });
}
