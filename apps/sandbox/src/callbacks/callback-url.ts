import { invalid } from '@qafila/envelopes/refusal';
import type { CompanyName } from '../companies.ts';
import type { Sandbox } from '../sandbox.ts';

const PATHS: Record<CompanyName, string> = {
  walletprovider: '/public/v1/subscription/walletprovider/wallet/setup/webhook',
  'cardgateway-a': '/public/v1/payment/cardgateway-a/webhook',
  'cardgateway-b': '/public/v1/payment/cardgateway-b/webhook',
  'sandbox-express': '/oe/aggtr/api/v1/couriers/sandbox-express/webhook',
  'sandbox-economy': '/oe/aggtr/api/v1/couriers/sandbox-economy/webhook',
};

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])$/;

/**
 * The callback address of a payment or parcel. Only the platform and this machine are allowed: the sandbox must not
 * reach other networks.
 */
export function callbackUrl(
  { platformUrl, callbackOrigins }: Sandbox,
  company: CompanyName,
  url: string | undefined,
  fieldName: string,
): string {
  if (url === undefined) return platformUrl + PATHS[company];
  const { origin, hostname } = new URL(url);
  if (origin === platformUrl || callbackOrigins.includes(origin) || LOOPBACK.test(hostname)) return url;
  throw invalid(
    fieldName,
    `${fieldName} must be at the platform's origin, at one of SANDBOX_CALLBACK_ORIGINS, or on this machine.`,
  );
}
