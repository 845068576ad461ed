import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '// Generated from the API document by `npm run api`. Do not edit.\n';

/** The types of the SDK. */
export async function sdkTypes(document) {
  return `${HEAD}/* eslint-disable */\n${astToString(await openapiTS(structuredClone(document)))}`;
}

/** What the client of the SDK must know of each operation at run time. */
export function operationsTable(document) {
  const rows = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [operation.operationId, traitsOf(method, path, operation)]),
  );
  const table = Object.fromEntries(rows.sort(([a], [b]) => a.localeCompare(b)));
  return (
    `${HEAD}import type { OperationTraits } from '../operation-traits.ts';\n\n` +
    `/** Every operation of the API. */\n` +
    `export const OPERATIONS = ${JSON.stringify(table, null, 2)} as const satisfies Record<string, OperationTraits>;\n`
  );
}

function traitsOf(method, path, { parameters = [], security = [], ...operation }) {
  const takesIdempotencyKey = parameters.some(({ name }) => name === 'idempotency-key');
  return {
    method,
    path,
    auth: authOf(security),
    needsSignature: security.length > 0 && security.every((alternative) => 'signature' in alternative),
    takesIdempotencyKey,
    isRepeatable: takesIdempotencyKey || method === 'get' || operation['x-repeatable'] === true,
  };
}

function authOf(security) {
  const names = security.flatMap((alternative) => Object.keys(alternative));
  if (names.includes('apiKey')) return 'api-key';
  return names.includes('token') ? 'token' : 'none';
}
