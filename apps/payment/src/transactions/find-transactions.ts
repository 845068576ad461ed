import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';
import { attemptsOf, findIntent } from '../intents/find-intents.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { AttemptEvent } from '../intents/changes.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import type { LedgerLineRow } from '../ledger/ledger-line.entity.ts';
import { majorNumber, readAmount } from '../money/amount.ts';
import type { Owner } from '../owner.ts';
import { decisionsOf } from '../reviews/decision-view.ts';
import { transactionView } from './transaction-view.ts';
import type { TransactionRow } from './transaction-view.ts';
import type { TransactionInFullAnswer } from './transaction-in-full.schema.ts';
import type { ListTransactionsQuery, TransactionAnswer } from './transaction.schema.ts';

const SELECT = `
  SELECT a.*, i.order_reference, i.customer, i.captured_minor, i.refunded_minor, i.status AS pi_status,
    (SELECT o.queue FROM operation o WHERE o.account_id = a.account_id AND o.attempt_id = a.id AND o.queue IS NOT NULL
    LIMIT 1) AS queue
  FROM attempt a JOIN intent i ON i.account_id = a.account_id AND i.id = a.intent_id WHERE a.account_id = $1
  AND a.store_id = $2 AND a.mode = $3`;

/**
 * Lists the store's transactions, newest first. The search covers ids, order references, customers and the provider's
 * references.
 */
export async function listTransactions(
  { pool }: PaymentDependencies,
  owner: Owner,
  query: ListTransactionsQuery,
): Promise<Page<TransactionAnswer>> {
  const size = pageSize(query.limit);
  const values: unknown[] = [owner.accountId, owner.storeId, owner.mode];
  const clauses = conditions(query, (value) => `$${values.push(value)}`);
  const { rows } = await pool.query<TransactionRow>(
    `${SELECT} ${clauses.map((clause) => `AND ${clause}`).join(' ')} ORDER BY a.id DESC LIMIT ${size + 1}`,
    values,
  );
  return pageOf(rows, size, { item: transactionView, key: (row) => [row.id] });
}

function conditions(query: ListTransactionsQuery, bind: (value: unknown) => string): string[] {
  const before = decodeCursor(query.cursor, 'text');
  const equal: [column: string, value: string | undefined][] = [
    ['a.status', query.status],
    ['a.method', query.method],
    ['a.gateway', query.gateway],
    ['a.currency', query.currency],
    ['a.intent_id', query.payment_intent_id],
    ['i.order_reference', query.order_reference],
  ];
  const compared: [comparison: string, value: string | Date | undefined][] = [
    ['a.amount_minor >=', minorOf(query, 'amount_min')],
    ['a.amount_minor <=', minorOf(query, 'amount_max')],
    ['a.created_at >=', query.from],
    ['a.created_at <', query.to],
  ];
  return [
    ...(before === undefined ? [] : [`a.id < ${bind(before[0])}`]),
    ...equal.filter(([, value]) => value !== undefined).map(([column, value]) => `${column} = ${bind(value)}`),
    ...compared.filter(([, value]) => value !== undefined).map(([comparison, value]) => `${comparison} ${bind(value)}`),
    ...(query.queue === undefined
      ? []
      : [
          `EXISTS (SELECT 1 FROM operation o WHERE o.account_id = a.account_id AND o.attempt_id = a.id
            AND o.queue = ${bind(query.queue)})`,
        ]),
    ...(query.search === undefined || query.search === '' ? [] : [searchFor(query.search, bind)]),
  ];
}

/** The class judges that there is a currency. */
function minorOf(query: ListTransactionsQuery, field: 'amount_min' | 'amount_max'): string | undefined {
  const amount = query[field];
  return amount === undefined ? undefined : String(readAmount(amount, query.currency as string, field));
}

const SEARCHED = [
  'a.id',
  'a.intent_id',
  'i.order_reference',
  'a.gateway_reference',
  "i.customer->>'name'",
  "i.customer->>'email'",
  "i.customer->>'phone'",
];

function searchFor(text: string, bind: (value: unknown) => string): string {
  // A whole id is looked up by its index. Any other text is searched in all transactions of the store.
  const [, kind] = /^(txn|pi)_[0-9a-f]{27}$/.exec(text) ?? [];
  if (kind !== undefined) return `${kind === 'txn' ? 'a.id' : 'a.intent_id'} = ${bind(text)}`;
  const value = bind(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  return `(${SEARCHED.map((column) => `${column} ILIKE ${value}`).join(' OR ')})`;
}

type PostedLine = Pick<LedgerLineRow, 'posting' | 'ledger_account' | 'amount_minor' | 'at' | 'attempt_id' | 'gateway'>;

/** One transaction with the other attempts, each step, the choice of the provider, and the postings. */
export async function getTransaction(
  { pool }: PaymentDependencies,
  owner: Owner,
  id: string,
): Promise<TransactionInFullAnswer> {
  const {
    rows: [row],
  } = await pool.query<TransactionRow>(`${SELECT} AND a.id = $4`, [owner.accountId, owner.storeId, owner.mode, id]);
  if (row === undefined) throw notFound('transaction', id);
  const intent = await findIntent(pool, owner, row.intent_id);
  const [attempts, timeline, ledger, operations, reviews] = await Promise.all([
    attemptsOf(pool, owner.accountId, row.intent_id),
    pool.query<AttemptEvent>(
      `SELECT e.at, e.status, e.actor, e.note, e.attempt_id FROM attempt_event e
        JOIN attempt a ON a.account_id = e.account_id AND a.id = e.attempt_id WHERE a.account_id = $1
        AND a.intent_id = $2 ORDER BY e.no`,
      [owner.accountId, row.intent_id],
    ),
    pool.query<PostedLine>(
      `SELECT posting, ledger_account, amount_minor, at, attempt_id, gateway FROM ledger_line
        WHERE account_id = $1 AND intent_id = $2 ORDER BY at, posting, line`,
      [owner.accountId, row.intent_id],
    ),
    pool.query<
      Pick<
        OperationRow,
        'id' | 'kind' | 'state' | 'amount_minor' | 'inquiries' | 'queue' | 'queue_why' | 'requested_by'
      >
    >(
      `SELECT id, kind, state, amount_minor, inquiries, queue, queue_why, requested_by FROM operation
        WHERE account_id = $1
        AND intent_id = $2 ORDER BY id`,
      [owner.accountId, row.intent_id],
    ),
    decisionsOf({ pool }, owner.accountId, row.intent_id),
  ]);
  return {
    ...transactionView(row),
    attempts: attempts.map((attempt) => ({
      _id: attempt.id,
      status: attempt.status,
      gateway: attempt.gateway,
      payment_method_types: attempt.method,
      status_code_from_bank: attempt.bank_code,
      created_at: attempt.created_at.toISOString(),
    })),
    timeline: timeline.rows.map((event) => ({
      at: event.at.toISOString(),
      transaction_id: event.attempt_id,
      status: event.status,
      actor: event.actor,
      note: event.note,
    })),
    routing: intent.routing_history,
    ledger: ledger.rows.map((line) => ({
      at: line.at.toISOString(),
      posting: line.posting,
      account: line.ledger_account,
      amount: signedMajor(line.amount_minor, intent),
      // Lines of versions before 0019 have no gateway of their own.
      gateway: line.gateway ?? attempts.find(({ id }) => id === line.attempt_id)?.gateway ?? '',
    })),
    operations: operations.rows.map(({ amount_minor: amount, ...operation }) => ({
      ...operation,
      amount: signedMajor(amount, intent),
    })),
    reviews,
  };
}

function signedMajor(minor: string, { currency }: IntentRow): number {
  return majorNumber(BigInt(minor), currency);
}
