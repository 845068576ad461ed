import fc from 'fast-check';

/** A body with its expected answer. `param`: the field that the refusal names, null for a good body. */
interface Case {
  body: string;
  param: string | null;
  status: 200 | 400 | 413;
}

const FORBIDDEN = [...'%?{}$^*@<>'];
const isForbidden = (text: string): boolean => FORBIDDEN.some((character) => text.includes(character));
export const quote = (text: string): string => JSON.stringify(text);

const NAUGHTY = [
  'محمد عبد الله',
  'شركة قافلة (المحدودة)',
  '\u202eelif',
  '\u200f\u200eمختلط mixed',
  'Z\u0351\u036b\u0343\u036a',
  '👩‍👩‍👧‍👦',
  '\u200b',
  '\ufeff',
  '\u2028',
  '𠜎𠜱',
  'é',
  'e\u0301',
  'null',
  'undefined',
  'NaN',
  'true',
  '1e400',
  '-0',
  '',
  ' ',
  '\t\n\r',
  "'; DROP TABLE usage_event; --",
  "1' OR '1'='1",
  '\\',
  '\\u0000',
  '"',
  '/',
  '../../etc/passwd',
  '`id`',
  '#',
  '!',
  '&&',
  '|',
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  '{{7*7}}',
  '100%',
  'a@b',
  'what?',
  'x^2',
  '*',
  'constructor',
  '__proto__',
  'toString',
  '\u007f',
  '\u0085',
];
const anyText = fc.oneof(
  fc.constantFrom(...NAUGHTY),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 8 }),
);
const goodText = anyText.map((text) =>
  FORBIDDEN.reduce((cleaned, character) => cleaned.replaceAll(character, ''), text),
);
const goodNumber = fc.constantFrom(
  '0',
  '-0',
  '1',
  '1.50',
  '9007199254740993',
  '-12345678901234567890.123456789',
  '1e3',
  '2.5E-7',
  '"3"',
  '"-1.5e2"',
);

/** Any JSON text that is not refused. */
const goodValue = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    goodText.map(quote),
    goodText.map(quote),
    fc.constantFrom('null', 'true', '1e400', '0.10', '-1'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(tie('value'), { maxLength: 3 })
      .map((items) => `{${items.map((item, index) => `"k${index}":${item}`).join(',')}}`),
  ),
})).value;

const goodTime = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2025-12-31T00:00:00Z'), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom(
      date.toISOString(),
      date.toISOString().replace('Z', '999Z'),
      date.toISOString().replace('Z', '+00:00'),
      `${date.toISOString().slice(0, 16)}Z`,
    ),
  );

let unique = 0;
const good = fc
  .record({
    id: goodText,
    time: goodTime,
    number: goodNumber,
    group: fc.oneof(fc.constantFrom('null', 'true', '1.0'), goodText.map(quote)),
    extra: goodValue,
    operation: fc.constantFrom('ADD', 'REMOVE'),
  })
  .map(({ id, time, number, group, extra, operation }): Record<string, string> => ({
    operation: quote(operation),
    event_id: quote(`${unique++}-${id}`),
    timestamp: quote(time),
    payload: `{"tokens":${number},"g":${group},"extra":${extra}}`,
  }));

type Mutation = (fields: Record<string, string>) => { fields: Record<string, string>; param: string };
const replaced =
  (field: string, text: string, param = field): Mutation =>
  (fields) => ({ fields: { ...fields, [field]: text }, param });
const wrongType = (field: string, fits: RegExp): fc.Arbitrary<Mutation> =>
  goodValue.filter((text) => !fits.test(text)).map((text) => replaced(field, text));
const two = (value: number): string => String(value).padStart(2, '0');

const badTime = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('02-30', '02-31', '04-31', '06-31', '09-31', '11-31', '13-01', '00-10', '01-00', '01-32'),
      fc.integer({ min: 2000, max: 2025 }),
    )
    .map(([day, year]) => `${year}-${day}T00:00:00Z`),
  fc.constantFrom('2023-02-29', '2100-02-29', '2001-02-29').map((day) => `${day}T00:00:00Z`),
  fc
    .tuple(fc.integer({ min: 24, max: 99 }), fc.integer({ min: 60, max: 99 }))
    .chain(([hour, minute]) =>
      fc.constantFrom(`2025-01-01T${hour}:00:00Z`, `2025-01-01T00:${minute}:00Z`, `2025-01-01T00:00:${minute}Z`),
    ),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 1, max: 14 }), fc.constantFrom('00', '30', '45'))
    .map(([sign, hour, minute]) => `2025-01-01T00:00:00${sign}${two(hour)}:${minute}`),
  fc.integer({ min: 7, max: 10_000_000 }).map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString()),
  fc.constantFrom(
    '2025-01-01',
    '2025-01-01T00:00:00',
    '2025-1-1T00:00:00Z',
    '20250101T000000Z',
    '2025-01-01 00:00:00Z',
    'now',
    '',
    '1735689600',
    '+002025-01-01T00:00:00Z',
    '300000-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
    '0000-00-00T00:00:00Z',
    '2025-01-01T00:00:00.Z',
    '٢٠٢٥-٠١-٠١T00:00:00Z',
  ),
);
/** The text in an object in a list in an object, where an incomplete check does not look. */
const nested = (text: string): string => `{"tokens":1,"deep":{"list":["ok",{"s":${text}}]}}`;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  wrongType('operation', /^"(ADD|REMOVE)"$/),
  wrongType('payload', /^\{/),
  goodValue.filter((text) => text === '""' || !text.startsWith('"')).map((text) => replaced('event_id', text)),
  fc
    .integer({ min: 256, max: 400 })
    .map((length) => replaced('event_id', quote('ا'.repeat(length / 2) + 'x'.repeat(length % 2)))),
  fc.integer({ min: 256, max: 400 }).map((length) => replaced('event_id', quote('x'.repeat(length)))),
  badTime.map((time) => replaced('timestamp', quote(time))),
  wrongType('timestamp', /^"/),
  fc.constantFrom('operation', 'event_id', 'timestamp', 'payload').map((field): Mutation => (fields) => ({
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)),
    param: field,
  })),
  fc
    .tuple(fc.constantFrom(...FORBIDDEN), goodText, goodText)
    .map(([character, before, after]) =>
      replaced('payload', nested(quote(before + character + after)), 'payload.deep.list.1.s'),
    ),
  fc
    .integer({ min: 0, max: 31 })
    .filter((code) => ![9, 10, 13].includes(code))
    .map((code) =>
      replaced('payload', nested(`"x\\u${code.toString(16).padStart(4, '0')}"`), 'payload.deep.list[1].s'),
    ),
  fc
    .tuple(fc.integer({ min: 0xd800, max: 0xdfff }), goodText)
    .map(([code, before]) =>
      replaced('payload', nested(`${quote(before).slice(0, -1)}\\u${code.toString(16)}x"`), 'payload.deep.list[1].s'),
    ),
  fc
    .constantFrom('\\u0000', '\\ud800', '\\udfff', '\\u0007', 'a\\u0000')
    .map((text) => replaced('event_id', `"${text}"`)),
  fc
    .constantFrom('{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"a":{},"a":null}')
    .map((text) => replaced('payload', nested(text), 'payload.deep.list[1].s.a')),
  fc
    .constantFrom('{"__proto__":1}', '{"\\u005f_proto__":{}}')
    .map((text) => replaced('payload', nested(text), 'payload.deep.list[1].s.__proto__')),
  fc
    .constantFrom(
      'null',
      'true',
      '{}',
      '[]',
      '[1]',
      '""',
      '"ten"',
      '"NaN"',
      '"Infinity"',
      '"0x10"',
      '" 1"',
      '"1,5"',
      '"١"',
      '1e400',
      '1e-400',
      '1'.repeat(39),
      `"${'1'.repeat(39)}"`,
      `0.${'1'.repeat(39)}`,
      '1e999999999',
    )
    .map((text) => replaced('payload', `{"tokens":${text}}`, 'payload.tokens')),
  fc
    .constantFrom(
      '{"tokens":1,"g":{}}',
      '{"tokens":1,"g":[]}',
      `{"tokens":1,"g":"${'x'.repeat(201)}"}`,
      `{"tokens":1,"g":"${'ا'.repeat(101)}"}`,
    )
    .map((text) => replaced('payload', text, 'payload.g')),
  fc
    .constantFrom('{}', '{"Tokens":1}', '{"tokens ":1}', '{"a":{"tokens":1}}')
    .map((text) => replaced('payload', text, 'payload.tokens')),
  fc
    .constantFrom('extra', 'Operation', 'eventId', 'id', 'constructor', 'toString', 'hasOwnProperty', 'قيمة')
    .chain((name) =>
      goodValue.map((text): Mutation => (fields) => ({ fields: { ...fields, [name]: text }, param: name })),
    ),
  fc.constantFrom('""', '7', 'null', '[]').map((text): Mutation => (fields) => ({
    fields: { ...fields, operation: '"REMOVE"', reverses: text },
    param: 'reverses',
  })),
  fc.constant<Mutation>((fields) => ({
    fields: { ...fields, operation: '"ADD"', reverses: '"x"' },
    param: 'reverses',
  })),
);

export const bodyOf = (fields: Record<string, string>): string =>
  `{${Object.entries(fields)
    .map(([name, text]) => `${quote(name)}:${text}`)
    .join(',')}}`;

const goodCase = good.map((fields): Case => ({ body: bodyOf(fields), param: null, status: 200 }));
const mutatedCase = fc.tuple(good, mutation).map(([fields, mutate]): Case => {
  const { fields: mutated, param } = mutate(fields);
  return { body: bodyOf(mutated), param, status: 400 };
});
/** A text in the payload: only the rule of §2.8 decides whether it is good. */
const textCase = fc.tuple(good, anyText).map(([fields, text]): Case => {
  const bad = isForbidden(text);
  return {
    body: bodyOf({ ...fields, payload: `{"tokens":1,"text":${quote(text)}}` }),
    param: bad ? 'payload.text' : null,
    status: bad ? 400 : 200,
  };
});
export const largeCase = fc.tuple(good, fc.integer({ min: 65_530, max: 70_000 })).map(([fields, length]): Case => ({
  body: bodyOf({ ...fields, payload: `{"tokens":1,"text":"${'x'.repeat(length)}"}` }),
  param: 'payload',
  status: 413,
}));
export const anyCase = fc.oneof(
  { weight: 8, arbitrary: mutatedCase },
  { weight: 3, arbitrary: goodCase },
  { weight: 4, arbitrary: textCase },
);
