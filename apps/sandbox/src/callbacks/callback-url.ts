import { invalid } from '@qafila/envelopes/refusal';
import { webAddress } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import type { ProviderName } from '../payments/payment.entity.ts';
import type { Sandbox } from '../sandbox.ts';

const PATHS: Record<ProviderName, string> = {
  'walletprovider': '/public/v1/subscription/walletprovider/wallet/setup/webhook',
  'cardgateway-a': '/public/v1/payment/cardgateway-a/webhook',
  'cardgateway-b': '/public/v1/payment/cardgateway-b/webhook',
};

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])$/;

/** Where this payment's callbacks go. Only to the platform, or to this machine: we are no way into somebody's network. */
export function callbackUrl({ platformUrl, callbackOrigins }: Sandbox, provider: ProviderName, fields: Fields, name: string): string {
  if (fields[name] === undefined || fields[name] === null || fields[name] === '') return platformUrl + PATHS[provider];
  const url = webAddress(fields, name);
  const { origin, hostname } = new URL(url);
  if (origin === platformUrl || callbackOrigins.includes(origin) || LOOPBACK.test(hostname)) return url;
  throw invalid(name, `${name} must be at the platform's origin, at one of SANDBOX_CALLBACK_ORIGINS, or on this machine.`);
}
