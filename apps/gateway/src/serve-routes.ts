import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NETWORK_HEADER, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { NO_SUCH_OPERATION } from '@qafila/envelopes/as-refusal';
import { Refusal } from '@qafila/envelopes/refusal';
import { answerRefusal } from './answer-refusal.ts';
import { authenticate, authenticateToken } from './authenticate.ts';
import { checkSignature } from './check-signature.ts';
import { clientAddress, clientNetwork } from './client-address.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { Gateway } from './gateway.ts';
import { refuseOddRequest } from './odd-request.ts';
import type { ResolvedKey } from './resolved-key.ts';
import { ROUTES, pathsOf } from './routes.ts';
import type { Method, Route } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need a key or a token, before the body is read. */
    key: ResolvedKey | null;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

const NO_BODY = Buffer.alloc(0);
/** The seal says who is asking, and a secret that no service needs should be in no service's memory. */
const WITHHELD: Record<Route['auth'], readonly string[]> = { 'api-key': ['x-api-key'], 'token': ['x-api-key', 'token', 'authorization'], 'none': ['x-api-key'] };

/** Every row of the table as a route, and a refusal for everything else. */
export function serveRoutes(scope: FastifyInstance, gateway: Gateway): void {
  scope.decorateRequest('key', null);
  scope.removeAllContentTypeParsers();
  // Bodies stay the bytes that were sent; any other type finds no parser and is answered 415.
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.route?.forms) done(null, body);
    else done(new Refusal(415, 'unsupported_media_type', 'Send the body as Content-Type: application/json.'), undefined);
  });
  scope.setErrorHandler((error, request, reply) => answerRefusal(error, request, reply, gateway.log));
  scope.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    refuseOddRequest(request.raw);
    done();
  });
  for (const route of ROUTES) {
    for (const url of pathsOf(route)) serveRoute(scope, url, route, gateway);
  }
  scope.all('/*', { onRequest: () => { throw new Refusal(404, 'not_found', NO_SUCH_OPERATION); } }, () => {});
}

function serveRoute(scope: FastifyInstance, url: string, route: Route, gateway: Gateway): void {
  scope.route({
    url, method: [...route.methods], bodyLimit: route.bodyBytesMax, config: { route },
    onRequest: (request, reply) => admit(request, reply, route, gateway),
    handler: (request, reply) => (route.grouped ? handOver(request, reply, route, gateway) : pass(request, reply, route, gateway)),
  });
}

/** Before the body is read: nobody without a key, and no key beyond its rate, makes us hold bytes. */
async function admit(request: FastifyRequest, reply: FastifyReply, route: Route, gateway: Gateway): Promise<void> {
  const network = clientNetwork(clientAddress(request.raw, gateway.settings.trustedProxies));
  if (route.auth === 'none') return admitOpen(route, network, gateway);
  const knock = { headers: request.headers, network, requestId: request.id };
  request.key = route.auth === 'token' ? await authenticateToken(knock, gateway.tokens, gateway.failures) : await authenticate(knock, gateway.keys, gateway.failures);
  const { principal, rateLimitPerSecond } = request.key;
  const allowance = gateway.rates.take(principal.keyId, Math.min(rateLimitPerSecond, gateway.settings.rateLimitPerSecondMax));
  reply.header('ratelimit-limit', allowance.limit).header('ratelimit-remaining', allowance.remaining).header('ratelimit-reset', allowance.resetSeconds);
  if (!allowance.allowed) {
    const who = route.auth === 'token' ? 'service account' : 'key';
    throw new Refusal(429, 'rate_limited', `This ${who} may send ${rateLimitPerSecond} requests a second.`, { retryAfterSeconds: allowance.retryAfterSeconds });
  }
}

/** Nobody is known by name here: one network's flood takes its own share only. */
function admitOpen(route: Route, network: string, { doors, settings }: Gateway): void {
  const allowance = doors.take(`${route.open} ${network}`, settings.openRequestsPerSecond);
  if (!allowance.allowed) throw new Refusal(429, 'rate_limited', 'Too many requests from this network.', { retryAfterSeconds: allowance.retryAfterSeconds });
}

async function pass(request: FastifyRequest, reply: FastifyReply, route: Route, gateway: Gateway): Promise<FastifyReply> {
  const rawBody = verifiedBody(request, route);
  const { raw, id, key } = request;
  const address = clientAddress(raw, gateway.settings.trustedProxies);
  const own: Record<string, string> = { 'x-request-id': id, 'x-forwarded-for': address, 'x-forwarded-host': raw.headers.host ?? '' };
  if (key === null) own[NETWORK_HEADER] = clientNetwork(address);
  else own[PRINCIPAL_HEADER] = await gateway.sealer.seal(key.principal, route.service);
  const method = request.method as Method;
  const body = method === 'GET' || method === 'HEAD' || (method === 'DELETE' && rawBody.length === 0) ? null : rawBody;
  // The path goes on as it was matched, byte by byte: nothing is decoded here and encoded again otherwise.
  await gateway.upstreams[route.service].forward({ method, path: raw.url as string, headers: forwardedHeaders(raw, own, WITHHELD[route.auth]), body }, reply);
  return reply;
}

async function handOver(request: FastifyRequest, reply: FastifyReply, route: Route, gateway: Gateway): Promise<FastifyReply> {
  const rawBody = verifiedBody(request, route);
  // A JSON string cannot carry other bytes unchanged.
  if (!isUtf8(rawBody)) throw new Refusal(400, 'malformed_json', 'The body is not valid UTF-8.');
  const answer = await gateway.events.handOver({
    principal: (request.key as ResolvedKey).principal, meterId: (request.params as { id: string }).id, requestId: request.id,
    body: rawBody.toString('utf8'), isWanted: () => !reply.raw.destroyed,
  });
  return reply.code(answer.status).headers(answer.headers).header('content-type', 'application/json; charset=utf-8').send(answer.body);
}

function verifiedBody(request: FastifyRequest, route: Route): Buffer {
  const rawBody = request.body instanceof Buffer ? request.body : NO_BODY;
  if (request.key !== null && route.auth === 'api-key') checkSignature({ method: request.method, headers: request.headers, rawBody }, route, request.key);
  return rawBody;
}
