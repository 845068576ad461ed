import { SAMPLE_WRITERS } from './sample-languages.ts';
import type { Credential, SampleRequest } from './sample-languages.ts';
import type { OpenApiOperation } from '@qafila/schema/openapi';

export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
}
interface Media {
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

/** One operation of the merged document, with its `security`. */
export interface SampledOperation {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

/** The same request in four languages. Each sample runs as it is, with the credentials in the environment. */
export function codeSamples({ method, path, operation }: SampledOperation): CodeSample[] {
  const parameters = (operation['parameters'] ?? []) as Parameter[];
  const valuesIn = (place: string): [string, unknown][] =>
    parameters
      .filter((one) => one.in === place && one.required === true)
      .map(({ name, example }) => [name, example ?? name]);
  const body = bodyExample(operation);
  const request: SampleRequest = {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    pathValues: valuesIn('path').map(([name, value]) => [name, String(value)]),
    query: valuesIn('query'),
    credential: credentialOf(operation),
    isSigned: credentialOf(operation) === 'key' && method !== 'get',
    takesIdempotencyKey: parameters.some(({ name }) => name === 'idempotency-key'),
    ...(body === undefined ? {} : { body }),
  };
  return SAMPLE_WRITERS.map(({ lang, label, write }) => ({ lang, label, source: write(request) }));
}

function bodyExample(operation: OpenApiOperation): unknown {
  const { content = {} } = (operation['requestBody'] ?? {}) as { content?: Record<string, Media> };
  const media = content['application/json'] ?? Object.values(content)[0];
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
}

function credentialOf(operation: OpenApiOperation): Credential {
  const security = (operation['security'] ?? []) as Record<string, unknown>[];
  if (security.length === 0) return 'none';
  return security.some((one) => 'token' in one) ? 'token' : 'key';
}
