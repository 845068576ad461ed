import type { Json } from '@qafila/testing/http-call';
import { openBnpl, reference } from './harness.ts';
import type { Answer, SandboxUnderTest } from './harness.ts';

export async function inquireWallet(sandbox: SandboxUnderTest, name: string): Promise<Json> {
  return (await sandbox.wallet(`/inquiry/${name}`)).body.operation;
}

export function verifyOtp(sandbox: SandboxUnderTest, name: string, body: { otp: string }): Promise<Answer> {
  return sandbox.wallet(`/bnpl/payments/${name}/otp/verify`, body);
}

/** Opens a payment and verifies its code. Returns the reference of the payment, which now awaits the app. */
export async function awaitingApp(sandbox: SandboxUnderTest, phoneEnd = '0001', amount = 10_000): Promise<string> {
  const { body } = await openBnpl(sandbox, phoneEnd, amount);
  await verifyOtp(sandbox, body.operation.merchant_reference as string, { otp: '123456' });
  return body.operation.merchant_reference as string;
}

/** The token of a new active subscription. */
export async function activeToken(sandbox: SandboxUnderTest, phoneEnd = '0001'): Promise<string> {
  const name = reference('sub');
  await sandbox.wallet('/subscriptions', {
    merchant_reference: name,
    phone: `0300222${phoneEnd}`,
    pin: '1234',
    callback_url: sandbox.callbackUrl,
  });
  return (await sandbox.wallet(`/subscriptions/${name}/otp/verify`, { otp: '123456' })).body.operation.token as string;
}

export function chargeToken(
  sandbox: SandboxUnderTest,
  { token, amount, name = reference('chg') }: { token: string; amount: number; name?: string },
): Promise<Answer> {
  return sandbox.wallet('/charges', {
    merchant_reference: name,
    token,
    amount_minor: amount,
    currency: 'PKR',
    callback_url: sandbox.callbackUrl,
  });
}
