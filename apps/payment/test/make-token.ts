import { eventually } from '@qafila/testing/wait';
import type { PaymentUnderTest } from './harness.ts';

export const SUBSCRIPTION = {
  wallet_type: 'walletprovider',
  phone: '+12025550001',
  success_redirect_url: 'https://shop.example/ok',
  failure_redirect_url: 'https://shop.example/no',
  payment_method_types: 'wallet',
};

/** Completes the pages of a subscription setup. Returns the token's id, and its value as the webhook delivers it. */
export async function makeToken(
  payment: PaymentUnderTest,
  phone = SUBSCRIPTION.phone,
): Promise<{ id: string; value: string }> {
  const end = await (await enterPin(payment, phone))();
  const id = new URL(end.location as string).searchParams.get('token_id') as string;
  const event = await eventually(() => payment.published.find((candidate) => candidate.subject === id) ?? null);
  return { id, value: event.data.token as string };
}

/** Completes a setup up to its last step, whose answer it returns. */
export async function enterPin(
  payment: PaymentUnderTest,
  phone = SUBSCRIPTION.phone,
): Promise<() => ReturnType<PaymentUnderTest['open']>> {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/subscription/wallet/setup', { ...SUBSCRIPTION, phone });
  await payment.open(`${data.redirect_url}/pin`, { pin: '1234' });
  return () => payment.open(`${data.redirect_url}/code`, { code: '123456' });
}
