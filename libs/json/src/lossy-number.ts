import { JsonNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';

/**
 * The path to the first number that a double changes, or that JSON.stringify writes with an exponent; undefined if
 * there is none. Receivers that serialise a webhook again before they verify it may write exponents differently.
 */
export function findLossyNumber(value: JsonValue, path: string): string | undefined {
  if (value instanceof JsonNumber) return isLossless(value.text) ? undefined : path;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, item] of Object.entries(value)) {
    const found = findLossyNumber(item, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isLossless(text: string): boolean {
  const number = Number(text);
  if (/e/i.test(text)) return Number.isSafeInteger(number);
  // 1.50 equals 1.5, and -0 equals 0.
  const shortest = text
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0');
  return String(number) === shortest && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
