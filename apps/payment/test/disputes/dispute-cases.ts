import { expect } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { FakeKind } from '../fake-kind.ts';
import type { FakeConnection } from '../fake-kind.ts';
import { startPaymentForTest } from '../harness.ts';
import type { PaymentUnderTest } from '../harness.ts';

const SECRETS = { secret_key: 'key_shop_aaaa1111', webhook_secret: 'hook_aaaa1111' };

export interface Paid {
  intent: Json;
  /** The gateway's id of the dispute, and of the payment. */
  reference: string;
  payment: string;
}

/** What suites about disputes do again and again, at a gateway that a store has connected. */
export interface DisputeCases {
  payment: PaymentUnderTest;
  gateway(): FakeConnection;
  disputes(path?: string): Promise<HttpAnswer>;
  pay(): Promise<Paid>;
  notice(of: Paid, status: string, more?: Json): Json;
  send(dispute: Json, type?: string): Promise<number>;
  only(intent: Json): Promise<Json>;
  balances(intent: Json): Promise<Record<string, string>>;
  typesOf(dispute: Json): string[];
}

export async function startDisputeCases(): Promise<DisputeCases> {
  const kind = new FakeKind();
  const payment = await startPaymentForTest({ gatewayKinds: [kind] });
  const { body } = await payment.call('PUT', '/public/v1/payment/gateway/fakepay', { credentials: SECRETS });
  const webhook = payment.service.url + new URL(body.data.connection.webhook_url as string).pathname;
  const gateway = (): FakeConnection => kind.connected.at(-1) as FakeConnection;
  const disputes = (path = ''): Promise<HttpAnswer> => payment.call('GET', `/public/v1/payment/dispute${path}`);
  let events = 0;
  let seconds = 0;
  /** A later second than every call before it. */
  const at = (): string => new Date(payment.deps.clock() + 1_000 * ++seconds).toISOString();
  return {
    payment,
    gateway,
    disputes,
    pay: async () => {
      const intent = await payment.checkout({ amount: 100, gateway_instance_id: 'fakepay' });
      await payment.open(intent.checkout_page_url, { method: 'card' });
      const { id } = gateway().finish('pay');
      await payment.open(`${intent.checkout_page_url}/return`);
      return { intent, reference: `dp_${id}`, payment: `gw_${id}` };
    },
    notice: (of, status, more = {}) => ({
      reference: of.reference,
      paymentReference: of.payment,
      status,
      amount: 10_000,
      currency: 'SAR',
      reason: 'fraudulent',
      evidenceDueAt: null,
      at: at(),
      ...more,
    }),
    send: async (dispute, type = 'dispute') => {
      const answer = await fetch(webhook, {
        method: 'POST',
        body: JSON.stringify({ kind: 'dispute', id: `evt_${++events}`, type, dispute }),
        headers: { 'content-type': 'application/json', 'x-secret': SECRETS.webhook_secret },
      });
      return answer.status;
    },
    only: async (intent) => {
      const { items } = (await disputes(`?payment_intent_id=${intent._id}`)).body.data;
      expect(items).toHaveLength(1);
      return items[0] as Json;
    },
    balances: async (intent) => {
      const { rows } = await payment.pool.query<{ account: string; sum: string }>(
        `SELECT ledger_account AS account, sum(amount_minor) AS sum FROM ledger_line WHERE intent_id = $1
        GROUP BY ledger_account HAVING sum(amount_minor) <> 0`,
        [intent._id],
      );
      return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
    },
    typesOf: (dispute) => payment.published.filter(({ subject }) => subject === dispute._id).map(({ type }) => type),
  };
}
