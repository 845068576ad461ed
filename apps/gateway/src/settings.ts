import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';
import { LIMITS } from './limits.ts';
import type { Service } from './routes.ts';

export interface GatewaySettings {
  origins: Record<Service, string>;
  principalPrivateKey: string;
  /** Caps the rate that identity allows a key. For an operator whose machines cannot serve all agreed rates. */
  rateLimitPerSecondMax: number;
  /** Requests without a key from one network, for each kind of route. */
  anonymousRequestsPerSecond: number;
  upstreamTimeoutMs: number;
  /** Number of proxies in front of the gateway that append to x-forwarded-for. With 0 the header is ignored. */
  trustedProxies: number;
}

export function readSettings(settings: Settings): GatewaySettings {
  return {
    origins: {
      identity: origin(settings, 'IDENTITY_URL'),
      metering: origin(settings, 'METERING_URL'),
      payment: origin(settings, 'PAYMENT_URL'),
      shipment: origin(settings, 'SHIPMENT_URL'),
      webhooks: origin(settings, 'WEBHOOKS_URL'),
    },
    // Environment files keep a PEM on one line.
    principalPrivateKey: settings.text('PRINCIPAL_PRIVATE_KEY').replaceAll('\\n', '\n'),
    rateLimitPerSecondMax: settings.integer('RATE_LIMIT_PER_SECOND_MAX', Number.MAX_SAFE_INTEGER, { min: 1 }),
    anonymousRequestsPerSecond: settings.integer('OPEN_REQUESTS_PER_SECOND', LIMITS.anonymousRequestsPerSecond, {
      min: 1,
    }),
    upstreamTimeoutMs: settings.integer('UPSTREAM_TIMEOUT_MS', LIMITS.upstreamTimeoutMs, {
      min: 100,
      max: LIMITS.upstreamTimeoutMs,
    }),
    trustedProxies: settings.integer('TRUSTED_PROXIES', 0, { max: 10 }),
  };
}

function origin(settings: Settings, name: string): string {
  const text = settings.text(name);
  // `Settings` reports a missing setting together with all other wrong ones.
  if (text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
    throw new BadSetting(`${name} must be an address such as http://127.0.0.1:4001, without a path`);
  }
  return url.origin;
}
