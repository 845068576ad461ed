import { readFileSync } from 'node:fs';

/** The guides of docs/api, in the order in which a developer reads them. */
const NAMES = [
  'getting-started',
  'authentication',
  'signing',
  'idempotency',
  'pagination',
  'errors',
  'webhooks',
  'rate-limits',
  'testing',
] as const;

let text: string | undefined;

/** All guides as one Markdown text. Each begins with a heading of the first level. */
export function guides(): string {
  return (text ??= NAMES.map(read).join('\n'));
}

/** The folder is at the same place beside sources, built files and in the image. Links to files become addresses. */
function read(name: (typeof NAMES)[number]): string {
  return readFileSync(new URL(`../../../../docs/api/${name}.md`, import.meta.url), 'utf8')
    .replaceAll('](../errors.md)', '](/docs/errors)')
    .replace(/`(\/openapi\.json|\/asyncapi\.yaml)`/g, '[`$1`]($1)');
}
