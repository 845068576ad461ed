import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseStrict } from '../src/strict-json.ts';
import { canonicalJson, compactJson, stringifyExact } from '../src/write-json.ts';

const exact = (text: string) => parseStrict(text, { numbers: 'exact' });
const json = fc.json({ stringUnit: 'grapheme' }).filter((text) => !text.includes('__proto__'));
const spaced = json.map((text) => JSON.stringify(JSON.parse(text), null, 3));

describe('compact JSON', () => {
  test('keeps number text and key order, and drops white space and needless escapes', () => {
    expect(
      compactJson(
        ' { "b" : 100.0 ,\n "10" : 5E2, ' +
          '"2":"a b\\u0020\\/\\u0633\\ud83d\\ude00\\u000a\\"\\\\", "a" : [ ] , "t":[true , null]} ',
      ),
    ).toBe('{"b":100.0,"10":5E2,"2":"a b /س😀\\n\\"\\\\","a":[],"t":[true,null]}');
  });

  test('equals JSON.stringify wherever JSON.stringify rewrites nothing', () => {
    fc.assert(
      fc.property(spaced, (text) => {
        expect(compactJson(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('is the same when compacted twice', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(compactJson(compactJson(text))).toBe(compactJson(text));
      }),
    );
  });

  test('is refused for text that is not strict JSON', () => {
    expect(() => compactJson('{"a":1,"a":2}')).toThrow(expect.objectContaining({ code: 'duplicate-key' }));
  });

  test('accepts one long string', () => {
    const text = JSON.stringify(`${'\\n'.repeat(500_000)}${'x'.repeat(3_000_000)}`);
    expect(compactJson(text)).toBe(text);
  });
});

describe('canonical JSON', () => {
  test('sorts keys by UTF-16 code unit at every depth and keeps number text', () => {
    expect(canonicalJson(exact('{"b":{"z":1.0,"a":1e400},"10":0,"2":1,"😀":2,"\uffee":3,"a":[{"y":1,"x":2}]}'))).toBe(
      '{"10":0,"2":1,"a":[{"x":2,"y":1}],"b":{"a":1e400,"z":1.0},"😀":2,"\uffee":3}',
    );
  });

  test('does not depend on the order of the keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
      }),
    );
  });

  test('differs for numbers that are spelled differently', () => {
    expect(canonicalJson(exact('1.0'))).not.toBe(canonicalJson(exact('1')));
  });
});

describe('exact stringify', () => {
  test('writes numbers as they were received', () => {
    expect(stringifyExact(exact('{"b":9007199254740993,"a":[1e400,-0,100.0,"x\\n"]}'))).toBe(
      '{"b":9007199254740993,"a":[1e400,-0,100.0,"x\\n"]}',
    );
  });

  test('equals JSON.stringify for native values', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(stringifyExact(parseStrict(text, { numbers: 'native' }))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});
