import { invalid } from '@qafila/envelopes/refusal';
import { webAddress } from '../http/fields.ts';
import type { Fields } from '../http/fields.ts';
import type { Outsider } from '../outside.ts';
import type { Sandbox } from '../sandbox.ts';

const PATHS: Record<Outsider, string> = {
  'walletprovider': '/public/v1/subscription/walletprovider/wallet/setup/webhook',
  'cardgateway-a': '/public/v1/payment/cardgateway-a/webhook',
  'cardgateway-b': '/public/v1/payment/cardgateway-b/webhook',
  'sandbox-express': '/oe/aggtr/api/v1/couriers/sandbox-express/webhook',
  'sandbox-economy': '/oe/aggtr/api/v1/couriers/sandbox-economy/webhook',
};

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])$/;

/** Where the callbacks of this payment or parcel go. Only to the platform, or to this machine: we are no way into somebody's network. */
export function callbackUrl({ platformUrl, callbackOrigins }: Sandbox, of: Outsider, fields: Fields, name: string): string {
  if (fields[name] === undefined || fields[name] === null || fields[name] === '') return platformUrl + PATHS[of];
  const url = webAddress(fields, name);
  const { origin, hostname } = new URL(url);
  if (origin === platformUrl || callbackOrigins.includes(origin) || LOOPBACK.test(hostname)) return url;
  throw invalid(name, `${name} must be at the platform's origin, at one of SANDBOX_CALLBACK_ORIGINS, or on this machine.`);
}
