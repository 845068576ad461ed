import type { Dialect } from '@qafila/envelopes/dialect.filter';
import { LIMITS } from './limits.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
export const SERVICES = ['identity', 'metering', 'payment', 'shipment', 'webhooks'] as const;
export type Service = (typeof SERVICES)[number];

export interface Route {
  /** With `/*` at the end: this path and all below it. Matched without regard to case; the longest match wins. */
  path: string;
  methods: readonly Method[];
  service: Service;
  auth: 'api-key' | 'token' | 'none';
  /** Of keys alone: a signature that is sent is always verified; this says when one must be sent. */
  signature: 'on-writes' | 'if-store-requires';
  dialect: Dialect;
  bodyBytesMax: number;
  /** Handed over in groups instead of one by one. */
  grouped?: true;
  /** Without a key: counted by the caller's network, each kind by itself. `pages` are what customers' browsers open; they get HTML. `files` have a signed address. */
  open?: 'calls' | 'files' | 'pages';
  /** Takes application/x-www-form-urlencoded, too. */
  forms?: true;
}

const METERING = { service: 'metering', auth: 'api-key', signature: 'if-store-requires', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
const KEYS = { service: 'identity', auth: 'api-key', signature: 'on-writes', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
const PAYMENT = { service: 'payment', auth: 'api-key', signature: 'on-writes', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
/** The gateway that calls signs its body; the payment service judges that. */
const CALLBACK = { service: 'payment', auth: 'none', signature: 'if-store-requires', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax, open: 'calls' } as const;
/** Their address holds the page's token, which is their pass. */
const PAGE = { service: 'payment', methods: ['GET', 'HEAD', 'POST'], auth: 'none', signature: 'if-store-requires', dialect: 'payment', bodyBytesMax: LIMITS.formBytesMax, open: 'pages', forms: true } as const;
const WEBHOOKS = { service: 'webhooks', auth: 'api-key', signature: 'on-writes', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
/** A client's id and secret are in the request (§4.1, §4.2). */
const TOKEN = { service: 'identity', methods: ['POST'], auth: 'none', signature: 'if-store-requires', dialect: 'token', bodyBytesMax: LIMITS.formBytesMax, open: 'calls' } as const;
const SHIPMENT = { service: 'shipment', signature: 'if-store-requires', dialect: 'shipment', bodyBytesMax: LIMITS.bodyBytesMax } as const;

/** The public surface: what is not here does not exist outside. */
export const ROUTES: readonly Route[] = [
  { path: '/public/v1/meter/:id/event', methods: ['POST'], ...METERING, grouped: true },
  { path: '/public/v1/meter/:id/event/batch', methods: ['POST'], ...METERING, bodyBytesMax: LIMITS.batchBodyBytesMax },
  { path: '/public/v1/meter/:id/event/bulk', methods: ['POST'], ...METERING, bodyBytesMax: LIMITS.bulkBodyBytesMax },
  { path: '/public/v1/meter/*', methods: METHODS, ...METERING },
  { path: '/public/v1/plan/*', methods: METHODS, ...METERING },
  { path: '/public/v1/key/*', methods: METHODS, ...KEYS },
  { path: '/public/v1/service-account/*', methods: METHODS, ...KEYS },
  { path: '/auth/token', ...TOKEN, forms: true },
  { path: '/v1/admin/service-account/token', ...TOKEN },
  { path: '/.well-known/jwks.json', ...TOKEN, methods: ['GET', 'HEAD'], dialect: 'payment' },
  { path: '/oe/aggtr/api/v1/shipments/*', methods: METHODS, ...SHIPMENT, auth: 'token', bodyBytesMax: LIMITS.shipmentBodyBytesMax },
  // The courier that calls signs its body; the shipment service judges that.
  { path: '/oe/aggtr/api/v1/couriers/:courier/webhook', methods: ['POST'], ...SHIPMENT, auth: 'none', open: 'calls' },
  { path: '/awb/*', methods: ['GET', 'HEAD'], ...SHIPMENT, auth: 'none', open: 'files' },
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
