import type { Dialect } from '@qafila/envelopes/dialect.filter';
import { LIMITS } from './limits.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
export const SERVICES = ['identity', 'metering', 'payment', 'webhooks'] as const;
export type Service = (typeof SERVICES)[number];

export interface Route {
  /** With `/*` at the end: this path and all below it. Matched without regard to case; the longest match wins. */
  path: string;
  methods: readonly Method[];
  service: Service;
  auth: 'api-key' | 'none';
  /** A signature that is sent is always verified; this says when one must be sent. */
  signature: 'on-writes' | 'if-store-requires';
  dialect: Dialect;
  bodyBytesMax: number;
  /** Handed over in groups instead of one by one. */
  grouped?: true;
  /** Without a key: counted by the caller's network. `pages` are what customers' browsers open; they alone may send forms, and get HTML. */
  open?: 'calls' | 'pages';
}

const METERING = { service: 'metering', auth: 'api-key', signature: 'if-store-requires', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
const KEYS = { service: 'identity', auth: 'api-key', signature: 'on-writes', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
const PAYMENT = { service: 'payment', auth: 'api-key', signature: 'on-writes', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
/** The gateway that calls signs its body; the payment service judges that. */
const CALLBACK = { service: 'payment', auth: 'none', signature: 'if-store-requires', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax, open: 'calls' } as const;
/** Their address holds the page's token, which is their pass. */
const PAGE = { service: 'payment', methods: ['GET', 'HEAD', 'POST'], auth: 'none', signature: 'if-store-requires', dialect: 'payment', bodyBytesMax: LIMITS.formBytesMax, open: 'pages' } as const;
const WEBHOOKS = { service: 'webhooks', auth: 'api-key', signature: 'on-writes', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;

/** The public surface: what is not here does not exist outside. */
export const ROUTES: readonly Route[] = [
  { path: '/public/v1/meter/:id/event', methods: ['POST'], ...METERING, grouped: true },
  { path: '/public/v1/meter/:id/event/batch', methods: ['POST'], ...METERING, bodyBytesMax: LIMITS.batchBodyBytesMax },
  { path: '/public/v1/meter/:id/event/bulk', methods: ['POST'], ...METERING, bodyBytesMax: LIMITS.bulkBodyBytesMax },
  { path: '/public/v1/meter/*', methods: METHODS, ...METERING },
  { path: '/public/v1/plan/*', methods: METHODS, ...METERING },
  { path: '/public/v1/key/*', methods: METHODS, ...KEYS },
  { path: '/public/v1/webhook/*', methods: METHODS, ...WEBHOOKS },
  { path: '/public/v1/subscription/walletprovider/wallet/setup/webhook', methods: ['POST'], ...CALLBACK },
  { path: '/public/v1/payment/:type/webhook', methods: ['POST'], ...CALLBACK },
  { path: '/public/v1/payment/*', methods: METHODS, ...PAYMENT },
  { path: '/public/v1/bnpl/*', methods: METHODS, ...PAYMENT },
  { path: '/public/v1/subscription/*', methods: METHODS, ...PAYMENT },
  { path: '/public/v1/refund/*', methods: METHODS, ...PAYMENT },
  { path: '/public/v2/payment/*', methods: METHODS, ...PAYMENT },
  { path: '/pay/*', ...PAGE },
  { path: '/wallet/*', ...PAGE },
];

/** Fastify's `/x/*` does not match `/x` itself. */
export function pathsOf(route: Route): string[] {
  return route.path.endsWith('/*') ? [route.path.slice(0, -2), route.path] : [route.path];
}

/** The dialect of an answer to a path that no route takes. */
export function dialectOfUnknown(path: string): Dialect {
  return path.toLowerCase().startsWith('/oe/') ? 'shipment' : 'payment';
}
