import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import type { PaymentUnderTest } from './harness.ts';

export const SAID = { evidence: "The gateway's ticket 48211", person: 'Amal Haddad, finance' };

/** What suites about manual review do again and again, on the payment service that `current` returns. */
export function reviewCases(current: () => PaymentUnderTest): {
  /** Sends `POST payment/…` with the key of this name, which has all scopes, or those given. */
  as(keyId: string, request: string, body?: unknown, more?: Json): Promise<HttpAnswer>;
  resolve(operationId: string, body: Json, keyId?: string): Promise<HttpAnswer>;
  /** A card payment that the gateway took, and never reported, until it is in review. */
  unknownPayment(more?: Json): Promise<{ intent: Json; item: Json }>;
  captured(more?: Json): Promise<Json>;
  /** Asks for a refund whose every answer is lost, until it is in review. */
  unknownRefund(intent: Json, amount: number): Promise<Json>;
  itemsOf(intent: Json): Promise<Json[]>;
  details(intent: Json): Promise<Json>;
  transaction(intent: Json): Promise<Json>;
} {
  const as = (keyId: string, request: string, body?: unknown, more: Json = {}): Promise<HttpAnswer> => {
    const payment = current();
    const [method = '', path] = request.split(' ');
    const { key, ...principal } = more as { key?: string };
    return payment.call(method, `/public/v1/${path}`, body, {
      principal: { ...payment.owner, keyId, ...principal },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  };
  const itemsOf = async (intent: Json): Promise<Json[]> =>
    ((await as('key_1', 'GET payment/queue')).body.data.items as Json[]).filter(
      (item) => item.payment_intent_id === intent._id,
    );
  const waitForReview = async (intent: Json): Promise<Json> => {
    const { cardA, pass, work } = current();
    cardA.fail('inquire', ...Array.from({ length: 1_000 }, () => 'lost-before' as const));
    for (let minute = 0; minute < 15; minute++) {
      pass(60_000);
      await work();
    }
    cardA.faults.clear();
    const [item] = await itemsOf(intent);
    if (item === undefined) throw new Error('nothing is in review');
    return item;
  };
  return {
    as,
    itemsOf,
    resolve: (operationId, body, keyId = 'key_1') => as(keyId, `POST payment/queue/${operationId}/resolve`, body),
    unknownPayment: async (more = {}) => {
      const { checkout, open, cardA } = current();
      const intent = await checkout({ amount: 100, ...more });
      cardA.fail('pay', 'lost-after');
      await open(intent.checkout_page_url, { method: 'card' });
      cardA.finish();
      return { intent, item: await waitForReview(intent) };
    },
    captured: async (more = {}) => {
      const { checkout, open, cardA } = current();
      const intent = await checkout({ amount: 100, ...more });
      await open(intent.checkout_page_url, { method: 'card' });
      cardA.finish();
      await open(`${intent.checkout_page_url}/return`);
      return intent;
    },
    unknownRefund: async (intent, amount) => {
      current().cardA.fail('refund', 'lost-before');
      await as('key_1', 'POST refund', { payment_intent_id: intent._id, refunded_amount: amount });
      return waitForReview(intent);
    },
    details: async (intent) => (await as('key_1', `GET payment/intent/${intent._id}`)).body.data as Json,
    transaction: async (intent) => {
      const { items } = (await as('key_1', `GET payment/transaction?payment_intent_id=${intent._id}`)).body.data;
      return (await as('key_1', `GET payment/transaction/${items[0]._id}`)).body.data as Json;
    },
  };
}
