import { ERRORS } from '@qafila/contracts/errors';
import type { ErrorCode } from '@qafila/contracts/errors';
import { shipmentCode } from '@qafila/envelopes/shipment';
import { html } from '@qafila/runtime/html';
import type { Html } from '@qafila/runtime/html';
import { page } from './html-page.ts';

const TITLE = 'Error codes';
const INTRODUCTION =
  'Every code that an answer can contain, by status, with its cause and what to do. Codes do not change; messages ' +
  'may. Shipments spell codes in capitals.';

/** One code as the page shows it. */
interface Entry {
  code: string;
  /** The spelling of shipments, where it differs by more than capitals. */
  alias?: string;
  cause: string;
  remedy: string;
  example: string;
}

/** All codes by status. */
function entriesByStatus(): [status: number, entries: Entry[]][] {
  const statuses = [...new Set(Object.values(ERRORS).map(({ status }) => status))].sort((one, other) => one - other);
  return statuses.map((status) => [
    status,
    Object.entries(ERRORS)
      .filter(([, kind]) => kind.status === status)
      .map(([code, { cause, remedy, example }]) => ({ code, cause, remedy, example, ...aliasOf(code as ErrorCode) }))
      .sort((one, other) => one.code.localeCompare(other.code, 'en')),
  ]);
}

function aliasOf(code: ErrorCode): { alias?: string } {
  const alias = shipmentCode(code);
  return alias === code.toUpperCase() ? {} : { alias };
}

/** docs/errors.md, which a test compares with this. */
export function errorsAsMarkdown(): string {
  const sections = entriesByStatus().map(([status, entries]) => {
    const items = entries.map(({ code, alias, cause, remedy, example }) =>
      [
        `### \`${code}\`${alias === undefined ? '' : ` (shipments: \`${alias}\`)`}`,
        '',
        cause,
        '',
        `**Do:** ${remedy}`,
        '',
        `> ${example}`,
      ].join('\n'),
    );
    return [`## ${status}`, ...items].join('\n\n');
  });
  return [`# ${TITLE}`, INTRODUCTION, ...sections].join('\n\n') + '\n';
}

/** The page at /docs/errors. Each code has an address: /docs/errors#rate_limited. */
export function errorPage(): string {
  const sections = entriesByStatus().map(
    ([status, entries]) => html`<h2 id="${status}">${status}</h2>${entries.map(sectionOf)}`,
  );
  return page(
    `${TITLE} · Qafila`,
    html`
      <p><a href="/docs">API reference</a></p>
      <h1>${TITLE}</h1>
      <p>${INTRODUCTION}</p>
      ${sections}
    `,
  );
}

function sectionOf({ code, alias, cause, remedy, example }: Entry): Html {
  const spelling = alias === undefined ? null : html` <small>shipments: <code>${alias}</code></small>`;
  return html`
    <section id="${code}">
      <h3><a href="#${code}"><code>${code}</code></a>${spelling}</h3>
      <p>${inline(cause)}</p>
      <p><strong>Do:</strong> ${inline(remedy)}</p>
      <p><small>${example}</small></p>
    </section>
  `;
}

/** The only Markdown in causes and remedies is code. */
function inline(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
