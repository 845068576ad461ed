import type { Dialect } from '@qafila/envelopes/dialect.filter';
import { LIMITS } from './limits.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
export const SERVICES = ['identity', 'metering', 'webhooks'] as const;
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
}

const METERING = { service: 'metering', auth: 'api-key', signature: 'if-store-requires', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
const KEYS = { service: 'identity', auth: 'api-key', signature: 'on-writes', dialect: 'payment', bodyBytesMax: LIMITS.bodyBytesMax } as const;
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
];

/** Fastify's `/x/*` does not match `/x` itself. */
export function pathsOf(route: Route): string[] {
  return route.path.endsWith('/*') ? [route.path.slice(0, -2), route.path] : [route.path];
}

/** The dialect of an answer to a path that no route takes. */
export function dialectOfUnknown(path: string): Dialect {
  return path.toLowerCase().startsWith('/oe/') ? 'shipment' : 'payment';
}
