import type { Dialect } from '@qafila/envelopes/dialect.filter';
import { fitsPattern, pathPattern } from '@qafila/runtime/path-pattern';
import { LIMITS } from './limits.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
export const SERVICES = ['identity', 'metering', 'payment', 'shipment', 'webhooks'] as const;
export type Service = (typeof SERVICES)[number];

export interface Route {
  /** With `/*` at the end: this path and all paths below it. Matching ignores case, and the longest match wins. */
  path: string;
  methods: readonly Method[];
  service: Service;
  /** `session`: of a person, by the cookie of the portal. */
  auth: 'api-key' | 'token' | 'session' | 'none';
  /** When a request with an API key must be signed. A signature that is sent is always verified. */
  signature: 'on-writes' | 'if-store-requires';
  dialect: Dialect;
  bodyBytesMax: number;
  /** Forwarded in groups instead of one by one. */
  grouped?: true;
  /**
   * For routes without a key: the kind of request, which has its own rate limit per network. `pages` are opened by
   * customers' browsers and get HTML; `files` have a signed address; at `sign-in` persons prove who they are.
   */
  anonymous?: 'calls' | 'files' | 'pages' | 'sign-in';
  /** Also accepts application/x-www-form-urlencoded. */
  forms?: true;
  /** Called by the portal's pages: other origins are refused, and a write of a session proves which page sent it. */
  portal?: true;
  /** The beginning of the path that the service does not see. */
  prefix?: string;
}

const METERING = {
  service: 'metering',
  auth: 'api-key',
  signature: 'if-store-requires',
  dialect: 'payment',
  bodyBytesMax: LIMITS.bodyBytesMax,
} as const;
const KEYS = {
  service: 'identity',
  auth: 'api-key',
  signature: 'on-writes',
  dialect: 'payment',
  bodyBytesMax: LIMITS.bodyBytesMax,
} as const;
const PAYMENT = {
  service: 'payment',
  auth: 'api-key',
  signature: 'on-writes',
  dialect: 'payment',
  bodyBytesMax: LIMITS.bodyBytesMax,
} as const;
/** The card gateway signs the body of its call; the payment service verifies the signature. */
const CALLBACK = {
  service: 'payment',
  auth: 'none',
  signature: 'if-store-requires',
  dialect: 'payment',
  bodyBytesMax: LIMITS.bodyBytesMax,
  anonymous: 'calls',
} as const;
/** The address of a page contains its token, which grants access. */
const PAGE = {
  service: 'payment',
  methods: ['GET', 'HEAD', 'POST'],
  auth: 'none',
  signature: 'if-store-requires',
  dialect: 'payment',
  bodyBytesMax: LIMITS.formBytesMax,
  anonymous: 'pages',
  forms: true,
} as const;
const WEBHOOKS = {
  service: 'webhooks',
  auth: 'api-key',
  signature: 'on-writes',
  dialect: 'payment',
  bodyBytesMax: LIMITS.bodyBytesMax,
} as const;
/** The request contains the client's id and secret (§4.1, §4.2). */
const TOKEN = {
  service: 'identity',
  methods: ['POST'],
  auth: 'none',
  signature: 'if-store-requires',
  dialect: 'token',
  bodyBytesMax: LIMITS.formBytesMax,
  anonymous: 'calls',
} as const;
const SHIPMENT = {
  service: 'shipment',
  signature: 'if-store-requires',
  dialect: 'shipment',
  bodyBytesMax: LIMITS.bodyBytesMax,
} as const;

/** The complete surface for programs: a path that is neither here nor in PORTAL_ROUTES does not exist for clients. */
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
  {
    path: '/oe/aggtr/api/v1/cod/remittances/import',
    methods: METHODS,
    ...SHIPMENT,
    auth: 'token',
    bodyBytesMax: LIMITS.bulkBodyBytesMax,
  },
  { path: '/oe/aggtr/api/v1/cod/*', methods: METHODS, ...SHIPMENT, auth: 'token' },
  {
    path: '/oe/aggtr/api/v1/shipments/*',
    methods: METHODS,
    ...SHIPMENT,
    auth: 'token',
    bodyBytesMax: LIMITS.shipmentBodyBytesMax,
  },
  {
    path: '/oe/aggtr/api/v1/shipments/bulk',
    methods: METHODS,
    ...SHIPMENT,
    auth: 'token',
    bodyBytesMax: LIMITS.shipmentBulkBodyBytesMax,
  },
  { path: '/oe/aggtr/api/v1/courier-accounts/*', methods: METHODS, ...SHIPMENT, auth: 'token' },
  {
    path: '/oe/aggtr/api/v1/courier-rules/*',
    methods: METHODS,
    ...SHIPMENT,
    auth: 'token',
    bodyBytesMax: LIMITS.shipmentBodyBytesMax,
  },
  // The courier signs the body of its call; the shipment service verifies the signature.
  {
    path: '/oe/aggtr/api/v1/couriers/:courier/webhook',
    methods: ['POST'],
    ...SHIPMENT,
    auth: 'none',
    anonymous: 'calls',
  },
  // Of companies' own accounts; some couriers check the address by a GET before they call it.
  {
    path: '/oe/aggtr/api/v1/couriers/:courier/webhook/:account',
    methods: ['GET', 'POST'],
    ...SHIPMENT,
    auth: 'none',
    anonymous: 'calls',
  },
  { path: '/oe/aggtr/api/v1/addresses/*', methods: METHODS, ...SHIPMENT, auth: 'token' },
  { path: '/oe/aggtr/api/v1/tracking-page', methods: METHODS, ...SHIPMENT, auth: 'token' },
  { path: '/oe/aggtr/api/v1/notices/*', methods: METHODS, ...SHIPMENT, auth: 'token' },
  { path: '/oe/aggtr/api/v1/watch/*', methods: METHODS, ...SHIPMENT, auth: 'token' },
  { path: '/track/*', ...PAGE, ...SHIPMENT, bodyBytesMax: LIMITS.formBytesMax },
  { path: '/awb/*', methods: ['GET', 'HEAD'], ...SHIPMENT, auth: 'none', anonymous: 'files' },
  { path: '/public/v1/webhook/*', methods: METHODS, ...WEBHOOKS },
  { path: '/public/v1/subscription/walletprovider/wallet/setup/webhook', methods: ['POST'], ...CALLBACK },
  { path: '/public/v1/payment/:type/webhook', methods: ['POST'], ...CALLBACK },
  // Some gateways check the address by a GET before they call it.
  { path: '/public/v1/payment/callback/:id', methods: ['GET', 'POST'], ...CALLBACK },
  { path: '/public/v1/payment/settlement/import', methods: METHODS, ...PAYMENT, bodyBytesMax: LIMITS.bulkBodyBytesMax },
  { path: '/public/v1/payment/*', methods: METHODS, ...PAYMENT },
  { path: '/public/v1/bnpl/*', methods: METHODS, ...PAYMENT },
  { path: '/public/v1/subscription/*', methods: METHODS, ...PAYMENT },
  { path: '/public/v1/refund/*', methods: METHODS, ...PAYMENT },
  { path: '/public/v2/payment/*', methods: METHODS, ...PAYMENT },
  { path: '/pay/*', ...PAGE },
  { path: '/wallet/*', ...PAGE },
];

export const PORTAL_API_PREFIX = '/portal/api';

const PORTAL = {
  service: 'identity',
  signature: 'if-store-requires',
  dialect: 'payment',
  bodyBytesMax: LIMITS.bodyBytesMax,
  portal: true,
} as const;
const OF_SESSION = { ...PORTAL, auth: 'session' } as const;
const SIGN_IN = { ...PORTAL, auth: 'none', anonymous: 'sign-in', bodyBytesMax: LIMITS.formBytesMax } as const;

/** What the portal's pages call at identity. */
const PORTAL_OWN: readonly Route[] = [
  { path: '/portal/api/session', methods: ['POST'], ...SIGN_IN },
  { path: '/portal/api/session', methods: ['GET', 'HEAD', 'PATCH', 'DELETE'], ...OF_SESSION },
  { path: '/portal/api/session/confirm', methods: ['POST'], ...OF_SESSION, bodyBytesMax: LIMITS.formBytesMax },
];

/** Every operation of keys and tokens for persons: the same path behind the prefix, with the session instead. */
const PORTAL_COPIES: readonly Route[] = ROUTES.filter(({ auth }) => auth !== 'none').map(
  ({ grouped: _, ...route }) => ({
    ...route,
    path: PORTAL_API_PREFIX + route.path,
    auth: 'session',
    portal: true,
    prefix: PORTAL_API_PREFIX,
  }),
);

/** The complete surface for persons. */
export const PORTAL_ROUTES: readonly Route[] = [...PORTAL_OWN, ...PORTAL_COPIES];

/** Fastify's `/x/*` does not match `/x` itself. */
export function pathsOf(route: Route): string[] {
  return route.path.endsWith('/*') ? [route.path.slice(0, -2), route.path] : [route.path];
}

/** The row of a path, whatever its methods. As in Fastify, the most specific path wins. */
export function routeOf(path: string, routes: readonly Route[] = ROUTES): Route | undefined {
  const [row] = routes
    .filter((route) => pathsOf(route).some((each) => fitsPattern(pathPattern(each), path)))
    .sort((left, right) => right.path.replace('/*', '').length - left.path.replace('/*', '').length);
  return row;
}

/** The dialect of an answer that no row's handler gives: an unknown path, or a method that the row does not have. */
export function dialectOf(url: string): Dialect {
  const [path = ''] = url.split('?', 1);
  return (
    routeOf(path, [...ROUTES, ...PORTAL_ROUTES])?.dialect ??
    (path.toLowerCase().startsWith('/oe/') ? 'shipment' : 'payment')
  );
}
