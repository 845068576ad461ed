import { invalid } from './refusal.ts';

export const PAGE_LIMITS = { itemsDefault: 50, itemsMax: 500 } as const;

/** One page of a list: `next_cursor` is null on the last page. Cursors are opaque to callers. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** A cursor is the sort key of the last item seen: rows added or removed meanwhile neither repeat nor hide others. */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

const PARTS = {
  text: (part: string) => !part.includes('\0'),
  number: (part: string) => /^\d{1,18}$/.test(part),
  // Date.parse reads 30 February as 2 March; PostgreSQL refuses it.
  time: (part: string) =>
    /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(part) &&
    !Number.isNaN(Date.parse(part)) &&
    new Date(part).toISOString().slice(0, 19) === part.slice(0, 19),
};

/** Reads the key, which has these parts. Throws a 400 refusal for any text that `encodeCursor` did not write. */
export function decodeCursor(
  cursor: string | undefined,
  ...parts: readonly (keyof typeof PARTS)[]
): string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown;
    if (
      Array.isArray(key) &&
      key.length === parts.length &&
      parts.every((part, index) => typeof key[index] === 'string' && PARTS[part](key[index]))
    )
      return key as string[];
  } catch {
    // Refused below.
  }
  throw invalid('cursor', 'cursor must be a next_cursor that this list returned.');
}

export function pageSize(limit: string | number | undefined): number {
  const size = limit === undefined ? PAGE_LIMITS.itemsDefault : Number(limit);
  if (!Number.isInteger(size) || size < 1 || size > PAGE_LIMITS.itemsMax)
    throw invalid('limit', `limit must be a whole number from 1 to ${PAGE_LIMITS.itemsMax}.`);
  return size;
}

/** `rows` contains one row more than the page when there is a next page. */
export function pageOf<Row, Item>(
  rows: Row[],
  size: number,
  shape: { item: (row: Row) => Item; key: (row: Row) => readonly string[] },
): Page<Item> {
  const shown = rows.slice(0, size);
  const last = shown[shown.length - 1];
  return {
    items: shown.map(shape.item),
    next_cursor: rows.length > size && last !== undefined ? encodeCursor(shape.key(last)) : null,
  };
}
