import { isDeepStrictEqual } from 'node:util';
import { unavailable } from '@qafila/envelopes/refusal';
import type { OpenApiDocument, OpenApiOperation } from '@qafila/schema/openapi';
import { codeSamples } from './code-samples.ts';
import { guides } from './guides.ts';
import { tagGroups, tagsOf } from './tags.ts';
import { ROUTES, SERVICES, routeOf } from '../routes.ts';
import type { Route, Service } from '../routes.ts';

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The secret API key.' },
  account: { type: 'apiKey', in: 'header', name: 'x-account-id', description: 'The account that the key belongs to.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'x-signature',
    description:
      'Lower-case hex HMAC-SHA256 of the body exactly as sent (of the empty string if there is no body), ' +
      'with the API HMAC secret as key.',
  },
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Token',
    description: 'An access token of a service account (`POST /v1/admin/service-account/token`).',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The same token, in the header of RFC 6750.',
  },
};
/** Merges the public operations of all services' documents. `undefined` stands for an unavailable service. Pure. */
export function publicOpenApi(parts: Record<Service, OpenApiDocument | undefined>): OpenApiDocument {
  const unavailable = SERVICES.filter((name) => parts[name] === undefined);
  const paths: OpenApiDocument['paths'] = {};
  const components: Record<string, Record<string, unknown>> = { securitySchemes: { ...SECURITY_SCHEMES } };
  for (const service of SERVICES) {
    for (const [path, item] of Object.entries(parts[service]?.paths ?? {})) {
      for (const [method, operation] of Object.entries(item)) {
        const route = publicRoute(service, method, path);
        // Pages are for customers' browsers, not for merchants' programs.
        if (route !== undefined && route.anonymous !== 'pages')
          (paths[path] ??= {})[method] = withRoute(operation, { method, path, route });
      }
    }
    for (const [kind, named] of Object.entries(parts[service]?.components ?? {}))
      addComponents((components[kind] ??= {}), named, `components.${kind} of ${service}`);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Qafila',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      summary: 'Payments, shipments, usage metering and webhooks',
      description:
        unavailable.length === 0
          ? guides()
          : `**Incomplete: ${unavailable.join(' and ')} cannot be reached at the moment.**\n\n${guides()}`,
    },
    ...(unavailable.length === 0 ? {} : { 'x-unavailable': unavailable }),
    servers: [{ url: '/' }],
    tags: tagsOf(paths),
    'x-tagGroups': tagGroups(paths),
    paths,
    components,
  };
}

/**
 * Services share envelopes and errors. Two meanings of one name would make the document of one service wrong. In a
 * build that is a mistake; between running services it lasts as long as a rolling upgrade.
 */
function addComponents(known: Record<string, unknown>, added: Record<string, unknown>, place: string): void {
  for (const [name, content] of Object.entries(added)) {
    if (name in known && !isDeepStrictEqual(known[name], content))
      throw unavailable(
        `${place}: "${name}" is not what another service describes under this name. ` +
          'Rename one of them, or wait until all services run the same release.',
        10,
      );
    known[name] = content;
  }
}

/** The row that forwards this operation to this service. As in Fastify, the most specific path wins. */
export function publicRoute(service: Service, method: string, path: string): Route | undefined {
  const row = routeOf(
    path,
    ROUTES.filter(({ methods }) => (methods as readonly string[]).includes(method.toUpperCase())),
  );
  return row?.service === service ? row : undefined;
}

function withRoute(
  operation: OpenApiOperation,
  { method, path, route }: { method: string; path: string; route: Route },
): OpenApiOperation {
  const known = {
    ...operation,
    security: securityOf(method, route),
    ...(operation.requestBody === undefined ? {} : { 'x-body-bytes-max': route.bodyBytesMax }),
  };
  return { ...known, 'x-codeSamples': codeSamples({ method, path, operation: known }) };
}

/** The alternatives to authenticate. Where only some stores require a signature, both alternatives are listed. */
function securityOf(method: string, route: Route): Record<string, string[]>[] {
  if (route.auth === 'none') return [];
  if (route.auth === 'token') return [{ token: [] }, { bearer: [] }];
  const [keyed, signed] = [
    { apiKey: [], account: [] },
    { apiKey: [], account: [], signature: [] },
  ];
  if (method === 'get') return [keyed];
  return route.signature === 'on-writes' ? [signed] : [keyed, signed];
}
