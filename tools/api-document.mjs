/**
 * The public API as one OpenAPI document, made from the built services without starting them.
 *
 *   npm run api                writes docs/api/openapi.json and what the SDK generates from it
 *   npm run api -- --check     fails when a written file is not what the code says, or when the document breaks clients
 *                              of the last released one (docs/api/released.json)
 *   npm run api -- --release   makes the present document the released one
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { breakingChanges } from './api/breaking-changes.mjs';
import { operationsTable, sdkTypes } from './api/sdk-files.mjs';
import { fail, root } from './workspace.mjs';

const SERVICES = ['identity', 'metering', 'payment', 'shipment', 'webhooks'];
const [DOCUMENT, RELEASED] = ['docs/api/openapi.json', 'docs/api/released.json'];
const flags = process.argv.slice(2);

const document = await publicDocument();
const files = {
  [DOCUMENT]: `${JSON.stringify(document, null, 1)}\n`,
  'packages/sdk/src/generated/api.ts': await sdkTypes(document),
  'packages/sdk/src/generated/operations.ts': operationsTable(document),
};
if (flags.includes('--check')) check();
else write();

async function publicDocument() {
  const { documentOf } = await import('../libs/schema/dist/document.js');
  const { publicOpenApi } = await import('../apps/gateway/dist/documents/public-openapi.js');
  const parts = await Promise.all(SERVICES.map(async (name) => [name, documentOf(await descriptionOf(name))]));
  return publicOpenApi(Object.fromEntries(parts));
}

async function descriptionOf(service) {
  const exported = await import(`../apps/${service}/dist/api.js`);
  return exported[`${service.toUpperCase()}_API`];
}

function write() {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  if (flags.includes('--release')) writeFileSync(join(root, RELEASED), files[DOCUMENT]);
}

function check() {
  for (const [path, content] of Object.entries(files))
    if (readText(path) !== content) fail(`${path} is not what the code says; run npm run api`);
  const changes = breakingChanges(JSON.parse(readText(RELEASED)), document);
  if (changes.length > 0) fail(`The API breaks clients of the released document:\n${changes.join('\n')}`);
}

function readText(path) {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return '';
  }
}
