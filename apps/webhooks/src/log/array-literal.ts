/**
 * An array of numbers as PostgreSQL's literal. The driver's own form escapes each element as a text, which costs more
 * than the rest of a parameter.
 */
export function numberArray(values: readonly (number | null | undefined)[]): string {
  let elements = '';
  for (const value of values) elements += elements === '' ? (value ?? 'NULL') : `,${value ?? 'NULL'}`;
  return `{${elements}}`;
}

/** The same for texts without quotes and backslashes, such as days and ids, which need no escapes. */
export function plainTextArray(texts: readonly string[]): string {
  return texts.length === 0 ? '{}' : `{"${texts.join('","')}"}`;
}
