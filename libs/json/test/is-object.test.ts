import { expect, test } from '@jest/globals';
import { isJsonObject } from '../src/is-object.ts';
import { parseStrict } from '../src/strict-json.ts';

test.each(['{}', '{"a":[1]}'])('%s is an object', (text) => {
  expect(isJsonObject(parseStrict(text, { numbers: 'exact' }))).toBe(true);
});

test.each(['[]', '[{}]', 'null', 'true', '1', '1e400', '"{}"'])('%s is not an object', (text) => {
  expect(isJsonObject(parseStrict(text, { numbers: 'exact' }))).toBe(false);
  expect(isJsonObject(undefined)).toBe(false);
});
