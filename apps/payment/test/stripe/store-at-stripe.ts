import { StripeKind } from '../../src/providers/stripe/stripe-kind.ts';
import { startPaymentForTest } from '../harness.ts';
import type { PaymentUnderTest } from '../harness.ts';
import { startStripe } from './servers.ts';
import type { StripeUnderTest } from './servers.ts';

export const SECRETS = { secret_key: 'sk_test_shop12345', webhook_secret: 'whsec_now12345' };
/** The first start builds stripe-mock and downloads localstripe. */
export const START_MS = 15 * 60_000;

export interface StoreAtStripe {
  stripe: StripeUnderTest;
  payment: PaymentUnderTest;
  /** Where Stripe sends its signed calls. */
  webhook: string;
  stop(): Promise<void>;
}

/** A store that has connected Stripe, which calls it. */
export async function startStoreAtStripe(): Promise<StoreAtStripe> {
  const stripe = await startStripe();
  const payment = await startPaymentForTest({ gatewayKinds: [new StripeKind({ apiUrl: stripe.url })], providers: [] });
  const connected = await payment.call('PUT', '/public/v1/payment/gateway/stripe', { credentials: SECRETS });
  const webhook = payment.service.url + new URL(connected.body.data.connection.webhook_url as string).pathname;
  await stripe.control('hook', { url: webhook, secret: SECRETS.webhook_secret });
  return {
    stripe,
    payment,
    webhook,
    stop: async () => {
      await payment.stop();
      await stripe.stop();
    },
  };
}
