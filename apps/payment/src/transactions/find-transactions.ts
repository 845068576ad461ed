import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { invalid, notFound } from '@qafila/envelopes/refusal';
import { majorNumber, readAmount, readCurrency } from '../intents/amount.ts';
import { JsonNumber } from '@qafila/json/json-value';
import { QUEUES } from '../operations/operation.ts';
import type { Owner, Payments } from '../payments.ts';
import { readChoice } from '../reading.ts';
import { METHODS } from '../routing/choose-gateways.ts';
import { TRANSACTION_STATUSES } from '../intents/intent.state.ts';
import type { IntentRow, RoutingStep } from '../intents/intent.entity.ts';
import { attemptsOf, findIntent } from '../intents/find-intents.ts';
import { transactionView } from './transaction-view.ts';
import type { TransactionRow } from './transaction-view.ts';

export interface TransactionQuery {
  limit?: string; cursor?: string; status?: string; method?: string; gateway?: string; currency?: string; payment_intent_id?: string; order_reference?: string;
  amount_min?: string; amount_max?: string; from?: string; to?: string; search?: string; queue?: string;
}

const SELECT = `
  SELECT a.*, i.order_reference, i.customer, i.captured_minor, i.refunded_minor, i.status AS pi_status,
    (SELECT o.queue FROM operation o WHERE o.account_id = a.account_id AND o.attempt_id = a.id AND o.queue IS NOT NULL LIMIT 1) AS queue
  FROM attempt a JOIN intent i ON i.account_id = a.account_id AND i.id = a.intent_id WHERE a.account_id = $1 AND a.store_id = $2 AND a.mode = $3`;

/** The store's transactions, newest first. Search looks into ids, order references, customers and the gateway's references. */
export async function listTransactions({ pool }: Payments, owner: Owner, query: TransactionQuery): Promise<Page<Record<string, unknown>>> {
  const size = pageSize(query.limit);
  const values: unknown[] = [owner.accountId, owner.storeId, owner.mode];
  const clauses = conditions(query, (value) => `$${values.push(value)}`);
  const { rows } = await pool.query<TransactionRow>(`${SELECT} ${clauses.map((clause) => `AND ${clause}`).join(' ')} ORDER BY a.id DESC LIMIT ${size + 1}`, values);
  return pageOf(rows, size, { item: transactionView, key: (row) => [row.id] });
}

function conditions(query: TransactionQuery, bind: (value: unknown) => string): string[] {
  const before = decodeCursor(query.cursor, 1);
  const queue = readChoice(query.queue, 'queue', QUEUES);
  const equal: [column: string, value: string | undefined][] = [
    ['a.status', readChoice(query.status, 'status', TRANSACTION_STATUSES)], ['a.method', readChoice(query.method, 'method', METHODS)], ['a.gateway', query.gateway], ['a.currency', query.currency === undefined ? undefined : readCurrency(query.currency)],
    ['a.intent_id', query.payment_intent_id], ['i.order_reference', query.order_reference],
  ];
  const amount = (field: 'amount_min' | 'amount_max', operator: string): string[] => {
    const value = query[field];
    if (value === undefined) return [];
    if (query.currency === undefined) throw invalid(field, `${field} goes with currency: amounts of two currencies cannot be compared.`);
    return [`a.amount_minor ${operator} ${bind(String(readAmount(new JsonNumber(value), readCurrency(query.currency), field)))}`];
  };
  const time = (field: 'from' | 'to', operator: string): string[] => {
    const value = query[field];
    if (value === undefined) return [];
    if (Number.isNaN(Date.parse(value))) throw invalid(field, `${field} must be an ISO 8601 timestamp.`);
    return [`a.created_at ${operator} ${bind(new Date(value))}`];
  };
  return [
    ...(before === undefined ? [] : [`a.id < ${bind(before[0])}`]),
    ...equal.filter(([, value]) => value !== undefined).map(([column, value]) => `${column} = ${bind(value)}`),
    ...amount('amount_min', '>='), ...amount('amount_max', '<='), ...time('from', '>='), ...time('to', '<'),
    ...(queue === undefined ? [] : [`EXISTS (SELECT 1 FROM operation o WHERE o.account_id = a.account_id AND o.attempt_id = a.id AND o.queue = ${bind(queue)})`]),
    ...(query.search === undefined || query.search === '' ? [] : [searchFor(query.search, bind)]),
  ];
}

function searchFor(text: string, bind: (value: unknown) => string): string {
  if (text.length > 200) throw invalid('search', 'search may have 200 characters.');
  // A whole id is looked up; what is less is looked for in every transaction of the store, newest first.
  const [, kind] = /^(txn|pi)_[0-9a-f]{27}$/.exec(text) ?? [];
  if (kind !== undefined) return `${kind === 'txn' ? 'a.id' : 'a.intent_id'} = ${bind(text)}`;
  const value = bind(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  return `(${['a.id', 'a.intent_id', 'i.order_reference', 'a.gateway_reference', "i.customer->>'name'", "i.customer->>'email'", "i.customer->>'phone'"].map((column) => `${column} ILIKE ${value}`).join(' OR ')})`;
}

/** One transaction with all that is known of it: the other attempts, each step, why this gateway, and what was posted. */
export async function getTransaction({ pool }: Payments, owner: Owner, id: string): Promise<Record<string, unknown>> {
  const { rows: [row] } = await pool.query<TransactionRow>(`${SELECT} AND a.id = $4`, [owner.accountId, owner.storeId, owner.mode, id]);
  if (row === undefined) throw notFound('transaction', id);
  const intent = await findIntent(pool, owner, row.intent_id);
  const [attempts, timeline, ledger, operations] = await Promise.all([
    attemptsOf(pool, owner.accountId, row.intent_id),
    pool.query<{ at: Date; status: string; actor: string; note: string; attempt_id: string }>(
      'SELECT e.at, e.status, e.actor, e.note, e.attempt_id FROM attempt_event e JOIN attempt a ON a.account_id = e.account_id AND a.id = e.attempt_id WHERE a.account_id = $1 AND a.intent_id = $2 ORDER BY e.no',
      [owner.accountId, row.intent_id]),
    pool.query<{ posting: string; ledger_account: string; amount_minor: string; at: Date }>(
      'SELECT posting, ledger_account, amount_minor, at FROM ledger_line WHERE account_id = $1 AND intent_id = $2 ORDER BY at, posting, line', [owner.accountId, row.intent_id]),
    pool.query<{ id: string; kind: string; state: string; amount_minor: string; inquiries: number; queue: string | null; queue_why: string | null }>(
      'SELECT id, kind, state, amount_minor, inquiries, queue, queue_why FROM operation WHERE account_id = $1 AND intent_id = $2 ORDER BY id', [owner.accountId, row.intent_id]),
  ]);
  return {
    ...transactionView(row),
    attempts: attempts.map((one) => ({ _id: one.id, status: one.status, gateway: one.gateway, payment_method_types: one.method, status_code_from_bank: one.bank_code, created_at: one.created_at.toISOString() })),
    timeline: timeline.rows.map((event) => ({ at: event.at.toISOString(), transaction_id: event.attempt_id, status: event.status, actor: event.actor, note: event.note })),
    routing: intent.routing_history satisfies RoutingStep[],
    ledger: ledger.rows.map((line) => ({ at: line.at.toISOString(), posting: line.posting, account: line.ledger_account, amount: signedMajor(line.amount_minor, intent) })),
    operations: operations.rows.map(({ amount_minor: amount, ...operation }) => ({ ...operation, amount: signedMajor(amount, intent) })),
  };
}

function signedMajor(minor: string, { currency }: IntentRow): number {
  return majorNumber(BigInt(minor), currency);
}
