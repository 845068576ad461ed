import { expect, test } from '@jest/globals';
import { decodeCursor, encodeCursor } from '../src/page.ts';
import { Refusal } from '../src/refusal.ts';

test.each<[key: string[], parts: ('text' | 'time' | 'number')[]]>([
  [['pi_1'], ['text']],
  [
    ['2026-11-22T09:30:00.000Z', 'tokens'],
    ['time', 'text'],
  ],
  [
    ['2026-11-22T09:30:00.123456Z', '17'],
    ['time', 'number'],
  ],
])('a cursor of %j is read as it was written', (key, parts) => {
  expect(decodeCursor(encodeCursor(key), ...parts)).toEqual(key);
});

test.each<[what: string, cursor: string, part: 'text' | 'time' | 'number']>([
  ['no cursor at all', 'x', 'text'],
  ['two parts for one', encodeCursor(['a', 'b']), 'text'],
  ['a NUL, which PostgreSQL does not store', encodeCursor(['a\0']), 'text'],
  ['a word for a time', encodeCursor(['yesterday']), 'time'],
  ['a day that does not exist', encodeCursor(['2026-02-30T00:00:00.000Z']), 'time'],
  ['the year 0', encodeCursor(['0000-01-01T00:00:00.000Z']), 'time'],
  ['a word for a number', encodeCursor(['x']), 'number'],
  ['more digits than a bigint has', encodeCursor(['9999999999999999999']), 'number'],
])('%s is refused, and the refusal names the cursor', (_, cursor, part) => {
  const read = (): unknown => decodeCursor(cursor, part);
  expect(read).toThrow(Refusal);
  expect(read).toThrow('cursor must be a next_cursor that this list returned.');
});
