/**
 * A query string: an array repeats its name, and an object is `name[field]=value`, also with arrays as values
 * (`filterGroupBy[model]=a&filterGroupBy[model]=b`). What is undefined or null is left out.
 */
export function queryText(query: Record<string, unknown>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => pairsOf(encodeURIComponent(name), value))
    .join('&');
}

function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(name, item));
  if (value instanceof Date) return [`${name}=${encodeURIComponent(value.toISOString())}`];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => pairsOf(`${name}[${encodeURIComponent(key)}]`, item));
  return [`${name}=${encodeURIComponent(String(value))}`];
}
