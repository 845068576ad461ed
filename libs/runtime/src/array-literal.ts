type Plain = number | boolean | string | null | undefined;

/**
 * An array as PostgreSQL's literal, of elements that need no quotes: numbers, booleans, digests, timestamps. The
 * driver's own form escapes each element as a text, which costs more than the rest of a parameter.
 */
export function bareArray(values: readonly Plain[]): string {
  let elements = '';
  for (const value of values) elements += elements === '' ? (value ?? 'NULL') : `,${value ?? 'NULL'}`;
  return `{${elements}}`;
}

/** The same for texts without quotes and backslashes, such as ids, which need no escapes. */
export function quotedArray(texts: readonly string[]): string {
  return texts.length === 0 ? '{}' : `{"${texts.join('","')}"}`;
}
