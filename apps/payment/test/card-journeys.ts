import type { Json } from '@qafila/testing/http-call';
import type { FakeProvider } from './fake-provider.ts';
import type { PaymentUnderTest } from './harness.ts';

type Api = (method: string, path: string, body?: unknown, key?: string) => ReturnType<PaymentUnderTest['call']>;
type Pay = (intent: Json, how?: 'pay' | 'decline' | 'retriable', gateway?: FakeProvider) => Promise<string | null>;

/** What suites about card payments do again and again, on the payment service that `current` returns. */
export function cardJourneys(current: () => PaymentUnderTest): {
  api: Api;
  status: (id: string) => Promise<string>;
  /** Pays a checkout by card on the provider's page and returns. */
  pay: Pay;
} {
  const api: Api = (method, path, body, key) =>
    current().call(
      method,
      `/public/v1/${path}`,
      body,
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );
  return {
    api,
    status: async (id) => (await api('GET', `payment/Intent/details/${id}`)).body.data.pi_status as string,
    pay: async (intent, how = 'pay', gateway = current().cardA) => {
      await current().open(intent.checkout_page_url, { method: 'card' });
      gateway.finish(how);
      return (await current().open(`${intent.checkout_page_url}/return`)).location;
    },
  };
}
