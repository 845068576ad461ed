import { BadSetting } from '@qafila/runtime/env';
import type { Settings } from '@qafila/runtime/env';
import { LIMITS } from './limits.ts';
import type { Service } from './routes.ts';

export interface GatewaySettings {
  origins: Record<Service, string>;
  principalPrivateKey: string;
  /** Caps what identity allows a key; for an operator whose machines are smaller than his promises. */
  rateLimitPerSecondMax: number;
  /** Of pages, and of gateways' calls, from one network. */
  openRequestsPerSecond: number;
  upstreamTimeoutMs: number;
  /** Proxies in front of us that append to x-forwarded-for; 0 believes nobody. */
  trustedProxies: number;
}

export function readSettings(settings: Settings): GatewaySettings {
  return {
    origins: {
      identity: origin(settings, 'IDENTITY_URL'), metering: origin(settings, 'METERING_URL'), payment: origin(settings, 'PAYMENT_URL'),
      shipment: origin(settings, 'SHIPMENT_URL'), webhooks: origin(settings, 'WEBHOOKS_URL'),
    },
    // Environment files keep a PEM on one line.
    principalPrivateKey: settings.text('PRINCIPAL_PRIVATE_KEY').replaceAll('\\n', '\n'),
    rateLimitPerSecondMax: settings.integer('RATE_LIMIT_PER_SECOND_MAX', Number.MAX_SAFE_INTEGER, { min: 1 }),
    openRequestsPerSecond: settings.integer('OPEN_REQUESTS_PER_SECOND', LIMITS.openRequestsPerSecond, { min: 1 }),
    upstreamTimeoutMs: settings.integer('UPSTREAM_TIMEOUT_MS', LIMITS.upstreamTimeoutMs, { min: 100, max: LIMITS.upstreamTimeoutMs }),
    trustedProxies: settings.integer('TRUSTED_PROXIES', 0, { max: 10 }),
  };
}

function origin(settings: Settings, name: string): string {
  const text = settings.text(name);
  // A missing setting is told by the settings themselves, with all others that are wrong.
  if (text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
    throw new BadSetting(`${name} must be an address such as http://127.0.0.1:4001, without a path`);
  }
  return url.origin;
}
