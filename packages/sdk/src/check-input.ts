/** Mistakes that types show in TypeScript, and that JavaScript would send to the service. */

const OPTIONS = ['baseUrl', 'apiKey', 'accountId', 'hmacSecret', 'serviceAccount', 'retry', 'fetch'];

/** The base address without a slash at its end. Throws a TypeError that names what is wrong with the options. */
export function baseUrlOf(options: { baseUrl: string } | undefined): string {
  const baseUrl: unknown = options?.baseUrl;
  if (typeof baseUrl !== 'string' || !/^https?:\/\/[^/]/i.test(baseUrl))
    throw new TypeError(
      `Qafila needs baseUrl, the address of the deployment with https:// or http://, not ${JSON.stringify(baseUrl)}.`,
    );
  // Other names pass: merchants keep more beside their keys, and spread it here.
  for (const name of Object.keys(options as object)) {
    const meant = OPTIONS.find((option) => option !== name && bare(option) === bare(name));
    if (meant !== undefined) throw new TypeError(`Qafila has no option ${name}; did you mean ${meant}?`);
  }
  return baseUrl.replace(/\/+$/, '');
}

const bare = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/** Without this, a missing value would be sent as `{id}`, and an empty one would reach another operation. */
export function checkParameters(path: string, parameters: Record<string, unknown> | undefined): void {
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const value = parameters?.[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${path} needs path: { ${name} }; it is ${value === '' ? 'empty' : 'missing'}.`);
  }
}
