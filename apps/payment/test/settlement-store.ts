import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { feeOf } from '../src/money/fee.ts';
import { ORDER } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { csvOf, FILE_MAPPING, rowsOf } from './settlement-file.ts';
import type { FileRow } from './settlement-file.ts';

const API = '/public/v1/payment';
export const rate = (gross: bigint): bigint => feeOf(gross, 250);
let stores = 0;

/** A store of its own whose gateway has empty books, so that a test sees only its own lines. */
export interface Store {
  storeId: string;
  call: (method: string, path: string, body?: unknown) => Promise<HttpAnswer>;
  pay: (more?: Json) => Promise<Json>;
  /** What the gateway's books say. */
  file: (more?: Partial<Parameters<typeof rowsOf>[1]>) => FileRow[];
  importRows: (rows: readonly FileRow[]) => Promise<Json>;
  exceptions: (status?: string) => Promise<Json[]>;
  resolve: (exception: Json, resolution: string) => Promise<HttpAnswer>;
  /** By account, without those that are zero. */
  balances: () => Promise<Record<string, string>>;
}

export async function newStore(payment: PaymentUnderTest, more: Json = {}): Promise<Store> {
  payment.cardA.payments.clear();
  payment.cardA.refunds.splice(0);
  payment.cardA.returned.splice(0);
  payment.cardA.feeBasisPoints = 250;
  const principal = { ...payment.owner, storeId: `str_books_${(stores += 1)}` };
  const call: Store['call'] = (method, path, body) => payment.call(method, path, body, { principal });
  const answer = await call('PUT', `${API}/settlement/mapping/card-a`, { mapping: { ...FILE_MAPPING, ...more } });
  if (answer.status !== 200) throw new Error(answer.text);
  return {
    storeId: principal.storeId,
    call,
    pay: async (order = {}) => {
      const { body } = await call('POST', `${API}/checkout`, { ...ORDER, amount: 100, ...order });
      const { location } = await payment.open(body.data.checkout_page_url, { method: 'card' });
      payment.cardA.finish('pay', location?.split('/').at(-1));
      await payment.open(`${body.data.checkout_page_url}/return`);
      return body.data;
    },
    file: (settled = {}) =>
      rowsOf(payment.cardA, { at: new Date(payment.deps.clock()), fee: rate, payout: 'PO', ...settled }),
    importRows: async (rows) => {
      const { status, body, text } = await call('POST', `${API}/settlement/import`, {
        gateway: 'card-a',
        csv: csvOf(rows),
      });
      if (status !== 200) throw new Error(text);
      return body.data;
    },
    exceptions: async (status = 'open') =>
      (await call('GET', `${API}/settlement/exception?status=${status}`)).body.data.items,
    resolve: (exception, resolution) =>
      call('POST', `${API}/settlement/exception/${exception._id}/resolve`, { resolution, note: 'case 4711' }),
    balances: async () => {
      const { rows } = await payment.pool.query<{ account: string; sum: string }>(
        `SELECT ledger_account AS account, sum(amount_minor) AS sum FROM ledger_line WHERE store_id = $1
        GROUP BY ledger_account HAVING sum(amount_minor) <> 0`,
        [principal.storeId],
      );
      return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
    },
  };
}
