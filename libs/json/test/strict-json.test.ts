import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonRefusal } from '../src/json-refusal.ts';
import { JsonNumber } from '../src/json-value.ts';
import { decodeUtf8, DEPTH_MAX_LEVELS, parseStrict } from '../src/strict-json.ts';

function refusalOf(read: () => unknown): { code: string; path: string; offset: number; message: string } {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonRefusal) return error;
    throw error;
  }
  throw new Error('was not refused');
}

const native = (text: string) => parseStrict(text, { numbers: 'native' });
const exact = (text: string) => parseStrict(text, { numbers: 'exact' });
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('the strict reader accepts', () => {
  test.each([
    'null',
    'true',
    ' false ',
    '0',
    '-0',
    '-12.5e+3',
    '1E-7',
    '""',
    '"سريع/\u2028"',
    '"\\u00e9\\/\\n\\"\\\\"',
    '"\\ud83d\\ude00😀"',
    '[]',
    '{}',
    '[1,[2,{"a":[]}],"x"]',
    '\t{\r\n"a" : { "b" : [ 1 , 2 ] } , "" : null }\n',
    '{"constructor":1,"toString":2,"hasOwnProperty":3,"2":4,"1":5}',
  ])('%j gives what JSON.parse gives', (text) => {
    expect(native(text)).toStrictEqual(JSON.parse(text));
  });

  test('any JSON text that follows the text policy, with the result of JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: 'grapheme' }).filter((each) => !each.includes('__proto__')),
        (text) => {
          expect(native(text)).toStrictEqual(JSON.parse(text));
        },
      ),
    );
  });

  test('exact numbers, and keeps the literal that a double would round', () => {
    expect(exact('[9007199254740993,1e400,100.0]')).toEqual([
      new JsonNumber('9007199254740993'),
      new JsonNumber('1e400'),
      new JsonNumber('100.0'),
    ]);
  });

  test('nesting up to the limit', () => {
    expect(native(nested(DEPTH_MAX_LEVELS))).toEqual(JSON.parse(nested(DEPTH_MAX_LEVELS)));
  });

  test('an escaped tab, line feed or carriage return in a string', () => {
    expect(native('"\\t\\n\\r\\u000a"')).toBe('\t\n\r\n');
  });
});

describe('the strict reader refuses', () => {
  test.each([
    '{',
    '}',
    '[1,]',
    '[,1]',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '{"a" 1}',
    '{"a":}',
    '{"a":1 "b":2}',
    '[1 2]',
    '01',
    '+1',
    '.5',
    '5.',
    '1e',
    '-',
    '0x1',
    'NaN',
    'Infinity',
    'tru',
    'nulll',
    'undefined',
    '"',
    '"a',
    '"\\',
    '"\\x"',
    '"\\u12g4"',
    '"\\u12',
    '"\\u+123"',
    '"a\tb"',
    '"a\nb"',
    '1 2',
    '{} x',
    '/**/1',
    '\u00a01',
    '[1]\u0000',
    '\ufeff1',
  ])('%j is malformed', (text) => {
    expect(refusalOf(() => native(text)).code).toBe('malformed');
  });

  test.each(['', ' \n'])('%j as empty', (text) => {
    expect(refusalOf(() => native(text)).code).toBe('empty');
  });

  test.each([
    ['{"a":1,"a":1}', 'duplicate-key', 'a'],
    ['{"a":1,"\\u0061":2}', 'duplicate-key', 'a'],
    ['{"payload":{"items":[0,1,{"name":1,"name":2}]}}', 'duplicate-key', 'payload.items[2].name'],
    ['{"x":{"__proto__":{}}}', 'forbidden-key', 'x.__proto__'],
    ['{"x":{"\\u005f_proto__":{}}}', 'forbidden-key', 'x.__proto__'],
    ['{"a":["\\ud800"]}', 'lone-surrogate', 'a[0]'],
    ['{"a":"\\ud800\\u0041"}', 'lone-surrogate', 'a'],
    ['{"a":"\\udc00"}', 'lone-surrogate', 'a'],
    ['{"a":"x\ud800"}', 'lone-surrogate', 'a'],
    ['{"a":"\\n\udc00"}', 'lone-surrogate', 'a'],
    ['{"a":"\udc00\udc00"}', 'lone-surrogate', 'a'],
    ['{"a":{"\\ud800":1}}', 'lone-surrogate', 'a'],
    ['{"a":"\ud83d\\ude00"}', 'lone-surrogate', 'a'],
    ['{"a b":"\\u0000"}', 'control-character', '["a b"]'],
    ['{"a":"\\u001f"}', 'control-character', 'a'],
    ['{"a":"\\b"}', 'control-character', 'a'],
    ['{"a":{"\\t":1}}', 'control-character', 'a'],
    ['{"a":{"b":-1e400}}', 'number-out-of-range', 'a.b'],
    ['{"a":1,"b":[2,}', 'malformed', 'b[1]'],
    ['{"a":{"b":1} x', 'malformed', 'a'],
    [`{"a":${nested(DEPTH_MAX_LEVELS)}}`, 'too-deep', `a${'[0]'.repeat(DEPTH_MAX_LEVELS - 1)}`],
  ])('%j is %s at %s', (text, code, path) => {
    expect(refusalOf(() => native(text))).toMatchObject({ code, path });
  });

  test('nesting that would overflow a stack, without crashing', () => {
    expect(refusalOf(() => native('['.repeat(1_000_000))).code).toBe('too-deep');
    expect(refusalOf(() => native('{"a":'.repeat(1_000_000))).code).toBe('too-deep');
  });

  test('with the offset of the character', () => {
    expect(refusalOf(() => native('{"a":1,"a":2}')).offset).toBe(7);
    expect(refusalOf(() => native('[1,x]'))).toMatchObject({
      offset: 3,
      message: 'Expected a value but found "x" at character 3, at [1]',
    });
  });

  test('with a path in which a long key is cut between characters', () => {
    const { path } = refusalOf(() => native(`{"${'x'.repeat(63)}😀${'y'.repeat(500)}":?}`));
    expect(path).toBe(`["${'x'.repeat(63)}…"]`);
  });

  test('any text with a JsonRefusal, or reads it as JSON.parse does', () => {
    const soup = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '\\',
        '\\u',
        'd800',
        '1',
        '-',
        '.',
        'e',
        ' ',
        'true',
        'null',
        '\u0000',
        'é',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          soup.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          let value: unknown;
          try {
            value = native(text);
          } catch (error) {
            expect(error).toBeInstanceOf(JsonRefusal);
            return;
          }
          expect(value).toStrictEqual(JSON.parse(text));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('bytes', () => {
  test('UTF-8 is decoded', () => {
    expect(decodeUtf8(Buffer.from('سريع😀'))).toBe('سريع😀');
  });

  test.each([[[0xff]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0x22, 0xd8]]])('%j is not UTF-8', (bytes) => {
    expect(refusalOf(() => decodeUtf8(Buffer.from(bytes))).code).toBe('invalid-utf8');
  });

  test('a byte order mark is refused', () => {
    expect(refusalOf(() => decodeUtf8(Buffer.from('\ufeff{}'))).code).toBe('byte-order-mark');
  });
});
