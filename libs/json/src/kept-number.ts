import { JsonNumber } from './json-value.ts';
import type { JsonValue } from './json-value.ts';

/**
 * Where a number stands that our answer would change, or say with an exponent (receivers that write a webhook anew before they verify it
 * write that otherwise): the path to the first of them, or undefined.
 */
export function unkeptNumber(value: JsonValue, path: string): string | undefined {
  if (value instanceof JsonNumber) return isKept(value.text) ? undefined : path;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, item] of Object.entries(value)) {
    const found = unkeptNumber(item, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isKept(text: string): boolean {
  const number = Number(text);
  if (/e/i.test(text)) return Number.isSafeInteger(number);
  // 1.50 is 1.5, and -0 is 0.
  const shortest = text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '').replace(/^-0$/, '0');
  return String(number) === shortest && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
