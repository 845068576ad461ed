import type { OperationTraits } from './operation-traits.ts';

/** Mistakes that types show in TypeScript, and that JavaScript would send to the service. */

const OPTIONS = ['baseUrl', 'apiKey', 'accountId', 'hmacSecret', 'serviceAccount', 'session', 'retry', 'fetch'];

/** The base address of the options. Throws a TypeError that names what is wrong with them. */
export function checkOptions(options: { baseUrl: string } | undefined): string {
  const baseUrl = baseUrlOf(options?.baseUrl);
  // Other names pass: merchants keep more beside their keys, and spread it here.
  for (const name of Object.keys(options as object)) {
    const meant = meantBy(name, OPTIONS);
    if (meant !== undefined) throw new TypeError(`Qafila has no option ${name}; did you mean ${meant}?`);
  }
  return baseUrl;
}

/** A base address without a slash at its end. Throws a TypeError for what is none. */
export function baseUrlOf(text: unknown): string {
  if (typeof text !== 'string' || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    throw new TypeError(
      `Qafila needs baseUrl, the address of the deployment with https:// or http://, not ${JSON.stringify(text)}.`,
    );
  return text.replace(/\/+$/, '');
}

/** Without this, a parameter beside `query` would be dropped, and the call would do something else than it says. */
export function checkNames(
  call: string,
  given: object,
  known: readonly string[],
  operation?: Pick<OperationTraits, 'method' | 'path'>,
): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = meantBy(name, known);
    const belongs = operation === undefined ? '' : `; give it as ${partOf(name, operation)}: { ${name} }`;
    const hint = meant === undefined ? belongs : `; did you mean ${meant}?`;
    throw new TypeError(`${call} has no option ${name}${hint}${hint.endsWith('?') ? '' : '.'}`);
  }
}

/** Where a parameter of an operation belongs: reads have no body. */
function partOf(name: string, { method, path }: Pick<OperationTraits, 'method' | 'path'>): 'path' | 'query' | 'body' {
  if (path.includes(`{${name}}`)) return 'path';
  return method === 'get' || method === 'delete' ? 'query' : 'body';
}

const meantBy = (name: string, known: readonly string[]): string | undefined =>
  known.find((option) => option !== name && bare(option) === bare(name));
const bare = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/** Without this, a missing value would be sent as `{id}`, and an empty one would reach another operation. */
export function checkParameters(path: string, parameters: Record<string, unknown> | undefined): void {
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const value = parameters?.[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${path} needs path: { ${name} }; it is ${value === '' ? 'empty' : 'missing'}.`);
  }
}
