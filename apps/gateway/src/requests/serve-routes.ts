import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NETWORK_HEADER, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { answerRefusal } from './answer-refusal.ts';
import {
  authenticate,
  authenticateSession,
  authenticateToken,
  sessionTokenOf,
} from '../authentication/authenticate.ts';
import { checkSignature } from '../authentication/check-signature.ts';
import { refuseForgery, refuseOtherOrigins } from '../authentication/same-origin.ts';
import { clientAddress, clientNetwork } from './client-address.ts';
import { forwardedHeaders } from '../upstreams/forwarded-headers.ts';
import { LIMITS } from '../limits.ts';
import type { GatewayResources } from '../resources.ts';
import { refuseAmbiguousRequest } from './ambiguous-request.ts';
import type { ResolvedKey } from '../authentication/resolved-key.ts';
import { RouteMethods } from '@qafila/runtime/route-methods';
import { PORTAL_ROUTES, ROUTES, pathsOf } from '../routes.ts';
import type { Method, Route } from '../routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, on routes that need a key, a token or a session. */
    key: ResolvedKey | null;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

const NO_BODY = Buffer.alloc(0);
/** Credentials that are not forwarded: the seal identifies the caller, and no service needs the secret. */
const WITHHELD: Record<Route['auth'], readonly string[]> = {
  'api-key': ['x-api-key', 'cookie'],
  token: ['x-api-key', 'token', 'authorization', 'cookie'],
  session: ['x-api-key', 'token', 'authorization', 'x-csrf-token', 'cookie'],
  none: ['x-api-key', 'cookie'],
};
/** Identity issues the cookie of a session, and replaces it. */
const WITHHELD_FROM_ISSUER = ['x-api-key', 'token', 'authorization', 'x-csrf-token'];

/** Serves every row of the route table and refuses everything else. */
export function serveRoutes(scope: FastifyInstance, resources: GatewayResources): void {
  scope.decorateRequest('key', null);
  scope.removeAllContentTypeParsers();
  // Bodies stay the bytes that were sent. Any other content type has no parser and is answered with 415.
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.route?.forms) done(null, body);
    else
      done(new Refusal(415, 'unsupported_media_type', 'Send the body as Content-Type: application/json.'), undefined);
  });
  scope.setErrorHandler((error, request, reply) => answerRefusal(error, request, reply, resources.log));
  scope.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    refuseAmbiguousRequest(request.raw);
    done();
  });
  const routeMethods = new RouteMethods();
  routeMethods.watch(scope);
  for (const route of [...ROUTES, ...PORTAL_ROUTES]) {
    for (const url of pathsOf(route)) serveRoute(scope, url, route, resources);
  }
  scope.all(
    '/*',
    {
      onRequest: ({ method, url }, reply) => {
        routeMethods.refuse(method, url, (methods) => reply.header('allow', methods));
      },
    },
    () => {},
  );
}

function serveRoute(scope: FastifyInstance, url: string, route: Route, resources: GatewayResources): void {
  scope.route({
    url,
    method: [...route.methods],
    bodyLimit: route.bodyBytesMax,
    config: { route },
    onRequest: (request, reply) => admit(request, reply, route, resources),
    handler: (request, reply) =>
      route.grouped ? submitEvent(request, reply, route, resources) : forwardRequest(request, reply, route, resources),
  });
}

/** Runs before the body is read, so that a request without a valid key or beyond its rate occupies no memory. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  resources: GatewayResources,
): Promise<void> {
  const network = clientNetwork(clientAddress(request.raw, resources.settings.trustedProxies));
  if (route.portal) refuseOtherOrigins(request.raw, resources.settings.trustedProxies);
  if (route.auth === 'none') return admitAnonymous(route, network, resources);
  request.key = await callerOf(request, route, network, resources);
  const { principal, rateLimitPerSecond } = request.key;
  const allowance = resources.keyRateLimits.take(
    principal.keyId,
    Math.min(rateLimitPerSecond, resources.settings.rateLimitPerSecondMax),
  );
  reply
    .header('ratelimit-limit', allowance.limit)
    .header('ratelimit-remaining', allowance.remaining)
    .header('ratelimit-reset', allowance.resetSeconds);
  if (!allowance.allowed) {
    throw new Refusal(
      429,
      'rate_limited',
      `This ${CALLERS[route.auth]} may send ${rateLimitPerSecond} requests a second.`,
      {
        retryAfterSeconds: allowance.retryAfterSeconds,
      },
    );
  }
}

const CALLERS: Record<Route['auth'], string> = {
  'api-key': 'key',
  token: 'service account',
  session: 'person',
  none: 'network',
};

/** The authenticated caller. A person's write must come from a page that shows the present store. */
async function callerOf(
  request: FastifyRequest,
  route: Route,
  network: string,
  { keys, tokens, sessions, failedAuthentications: failures }: GatewayResources,
): Promise<ResolvedKey> {
  const authRequest = { headers: request.headers, network, requestId: request.id };
  if (route.auth === 'token') return authenticateToken(authRequest, tokens, failures);
  if (route.auth !== 'session') return authenticate(authRequest, keys, failures);
  const { csrfToken, ...session } = await authenticateSession(authRequest, sessions, failures);
  refuseForgery(request.raw, csrfToken);
  return { ...session, signatureRequired: false, hmacSecrets: [] };
}

/** Anonymous requests are limited by network: a flood from one network uses only that network's share. */
function admitAnonymous(route: Route, network: string, { anonymousRateLimits, settings }: GatewayResources): void {
  const perSecond = route.anonymous === 'sign-in' ? LIMITS.signInsPerSecond : settings.anonymousRequestsPerSecond;
  const allowance = anonymousRateLimits.take(`${route.anonymous} ${network}`, perSecond);
  if (!allowance.allowed)
    throw new Refusal(429, 'rate_limited', 'Too many requests from this network.', {
      retryAfterSeconds: allowance.retryAfterSeconds,
    });
}

async function forwardRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  resources: GatewayResources,
): Promise<FastifyReply> {
  const rawBody = verifiedBody(request, route, resources);
  const { raw, id, key } = request;
  const address = clientAddress(raw, resources.settings.trustedProxies);
  const gatewayHeaders: Record<string, string> = {
    'x-request-id': id,
    'x-forwarded-for': address,
    'x-forwarded-host': raw.headers.host ?? '',
  };
  if (key === null || route.portal) gatewayHeaders[NETWORK_HEADER] = clientNetwork(address);
  if (key !== null) gatewayHeaders[PRINCIPAL_HEADER] = await resources.sealer.seal(key.principal, route.service);
  const method = request.method as Method;
  const body = method === 'GET' || method === 'HEAD' || (method === 'DELETE' && rawBody.length === 0) ? null : rawBody;
  const withheld = isOfIssuer(route) ? WITHHELD_FROM_ISSUER : WITHHELD[route.auth];
  await resources.upstreams[route.service].forward(
    {
      method,
      path: forwardedPath(raw.url as string, route),
      headers: forwardedHeaders(raw, gatewayHeaders, withheld),
      body,
    },
    reply,
  );
  if (isOfIssuer(route) && method !== 'GET' && method !== 'HEAD')
    resources.sessions.forget(sessionTokenOf(raw.headers) ?? '');
  return reply;
}

/** The portal's own operations, which write the cookie of the session. */
function isOfIssuer({ portal, prefix }: Route): boolean {
  return portal === true && prefix === undefined;
}

/** The path byte by byte as it was matched, without the prefix: decoding and encoding it again could change it. */
function forwardedPath(url: string, { prefix }: Route): string {
  if (prefix === undefined) return url;
  if (url.toLowerCase().startsWith(`${prefix}/`)) return url.slice(prefix.length);
  throw new Refusal(400, 'bad_request', 'Write /portal/api without percent-encoding.', { param: 'path' });
}

async function submitEvent(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  resources: GatewayResources,
): Promise<FastifyReply> {
  const rawBody = verifiedBody(request, route, resources);
  // The body travels inside a JSON string, which can contain only valid UTF-8.
  if (!isUtf8(rawBody)) throw new Refusal(400, 'malformed_json', 'The body is not valid UTF-8.', { param: 'body' });
  const answer = await resources.events.submit({
    principal: (request.key as ResolvedKey).principal,
    meterId: (request.params as { id: string }).id,
    requestId: request.id,
    body: rawBody.toString('utf8'),
    isWanted: () => !reply.raw.destroyed,
  });
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(answer.body);
}

function verifiedBody(request: FastifyRequest, route: Route, { failedAuthentications }: GatewayResources): Buffer {
  const rawBody = request.body instanceof Buffer ? request.body : NO_BODY;
  const { key, method, headers } = request;
  if (key !== null && route.auth === 'api-key')
    checkSignature({ method, headers, rawBody }, route, key, () => {
      const name = `signature ${key.principal.keyId}`;
      return failedAuthentications.take(name, LIMITS.explainedSignaturesPerSecond).allowed;
    });
  return rawBody;
}
