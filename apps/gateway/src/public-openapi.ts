import type { OpenApiDocument, OpenApiOperation } from '@qafila/openapi/openapi';
import { ROUTES, SERVICES } from './routes.ts';
import type { Route, Service } from './routes.ts';

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The secret API key.' },
  account: { type: 'apiKey', in: 'header', name: 'x-account-id', description: 'The account that the key belongs to.' },
  signature: {
    type: 'apiKey', in: 'header', name: 'x-signature',
    description: 'Lower-case hex HMAC-SHA256 of the body exactly as sent (of nothing, when there is none), with the API HMAC secret as key.',
  },
  token: { type: 'apiKey', in: 'header', name: 'Token', description: 'An access token of a service account (`POST /v1/admin/service-account/token`).' },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The same token, in the header of RFC 6750.' },
};
const DESCRIPTION = 'Every answer carries `x-request-id`, and with a key also `ratelimit-limit`, `ratelimit-remaining` and `ratelimit-reset`. Requests that create or move money take the header `idempotency-key`: sent again within 24 hours they are answered as the first time. Events are described at [/asyncapi.yaml](/asyncapi.yaml).';

/** What the services say of themselves, as far as the route table makes it public. `undefined`: the service is away. Pure. */
export function publicOpenApi(parts: Record<Service, OpenApiDocument | undefined>): OpenApiDocument {
  const away = SERVICES.filter((name) => parts[name] === undefined);
  const paths: OpenApiDocument['paths'] = {};
  const components: Record<string, Record<string, unknown>> = { securitySchemes: SECURITY_SCHEMES };
  for (const service of SERVICES) {
    for (const [path, item] of Object.entries(parts[service]?.paths ?? {})) {
      for (const [method, operation] of Object.entries(item)) {
        const route = publicRoute(service, method, path);
        // Pages are no operations of a merchant's program.
        if (route !== undefined && route.open !== 'pages') (paths[path] ??= {})[method] = withRoute(operation, method, route);
      }
    }
    for (const [kind, named] of Object.entries(parts[service]?.components ?? {})) components[kind] = { ...components[kind], ...named };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Qafila', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: away.length === 0 ? DESCRIPTION : `**Incomplete: ${away.join(' and ')} cannot be reached at the moment.** ${DESCRIPTION}`,
    },
    ...(away.length === 0 ? {} : { 'x-unavailable': away }),
    servers: [{ url: '/' }],
    tags: SERVICES.filter((name) => !away.includes(name)).map((name) => ({ name })),
    paths, components,
  };
}

/** The row that forwards this operation to this service: as in Fastify, the most exact one decides. */
export function publicRoute(service: Service, method: string, path: string): Route | undefined {
  const [row] = ROUTES.filter((route) => (route.methods as readonly string[]).includes(method.toUpperCase()) && matches(route.path, path))
    .sort((left, right) => right.path.replace('/*', '').length - left.path.replace('/*', '').length);
  return row?.service === service ? row : undefined;
}

function matches(routePath: string, path: string): boolean {
  const [wanted, given] = [routePath.split('/'), path.toLowerCase().split('/')];
  const open = wanted.at(-1) === '*';
  if (open) wanted.pop();
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((segment, index) => segment.startsWith(':') || segment.toLowerCase() === given[index]);
}

function withRoute(operation: OpenApiOperation, method: string, route: Route): OpenApiOperation {
  return { ...operation, security: securityOf(method, route), ...(operation.requestBody === undefined ? {} : { 'x-body-bytes-max': route.bodyBytesMax }) };
}

/** Alternatives: where only some stores ask for a signature, both ways are told. */
function securityOf(method: string, route: Route): Record<string, string[]>[] {
  if (route.auth === 'none') return [];
  if (route.auth === 'token') return [{ token: [] }, { bearer: [] }];
  const [keyed, signed] = [{ apiKey: [], account: [] }, { apiKey: [], account: [], signature: [] }];
  if (method === 'get') return [keyed];
  return route.signature === 'on-writes' ? [signed] : [keyed, signed];
}
