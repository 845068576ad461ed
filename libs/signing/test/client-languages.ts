import fc from 'fast-check';

/** A body as PHP and Python represent it: integers and floats are distinct, keys are in the order they were set. */
export type Value =
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Value])[] }
  | { readonly kind: 'array'; readonly items: readonly Value[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'integer'; readonly integer: number }
  | { readonly kind: 'float'; readonly float: number }
  | { readonly kind: 'constant'; readonly constant: boolean | null };

/** Without control characters other than \t, \n and \r: the reader refuses such a body, signed or not. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((value) => value.replace(/(?![\n\r\t\u007f-\u009f])\p{Cc}/gu, '')),
  fc.constantFrom(
    'عميل تجريبي',
    'شارع الملك فهد ١ / الرياض',
    'https://shop.example/a/b?c=d&e=ف',
    '</script>',
    'quote " back\\slash',
    '\n\r\t\u007f',
    '😀',
    'a , b : c',
    'line\u2028and / paragraph\u2029',
    '',
  ),
);
const key = fc
  .oneof(
    fc.constantFrom('amount', 'currency', 'order_reference', 'metadata', '10', '2', '007', '-1', 'اسم', 'a/b', ' '),
    text,
  )
  .filter((each) => each !== '__proto__' && !/[\n\r\t]/.test(each));
const float = fc
  .oneof(
    fc.constantFrom(100, 500.5, 1500.1, 0.1, 1e-5, 0.0001, 1e15, 1e16, 1e17, 1.5e25, 1e-7, 5e-324),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .map((value): Value => ({ kind: 'float', float: value === 0 ? 0 : value }));

/** Any order a shop may send. */
export const order: fc.Arbitrary<Value> = fc.letrec<{ value: Value; object: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text.map((value): Value => ({ kind: 'text', text: value })),
    float,
    fc.maxSafeInteger().map((integer): Value => ({ kind: 'integer', integer: integer === 0 ? 0 : integer })),
    fc.constantFrom(true, false, null).map((constant): Value => ({ kind: 'constant', constant })),
    fc.array(tie('value'), { maxLength: 3 }).map((items): Value => ({ kind: 'array', items })),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(key, tie('value')), { minLength: 1, maxLength: 5, selector: ([name]) => name })
    .map((members): Value => ({ kind: 'object', members })),
})).object;

interface Written {
  sent: string;
  signed: string;
}
interface Encoder {
  comma: string;
  colon: string;
  text(value: string): string;
  float(value: number): string;
}

const asciiOnly = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const compact = { comma: ',', colon: ':', text: (value: string) => JSON.stringify(value) };
const pythonFloat = (value: number): string =>
  shortest(value, { exponentFrom: 16, whole: '.0', exponentDigits: 2, mantissa: '' });
/**
 * serialize_precision = -1, without JSON_PRESERVE_ZERO_FRACTION. With more than 17 digits before the point, an
 * exponent.
 */
const phpFloat = (value: number): string =>
  shortest(value, { exponentFrom: 17, whole: '', exponentDigits: 1, mantissa: '.0' });

/** What a client of each language signs and what it then sends, as the published clients do. */
export const LANGUAGES: Record<'node' | 'php' | 'python', (value: Value) => Written> = {
  node: (value) => {
    const bytes = JSON.stringify(inJavaScript(value));
    return { sent: bytes, signed: bytes };
  },
  /**
   * Signed: JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE, which still escapes the two separators. Sent: plain
   * json_encode, which does not escape U+007F.
   */
  php: (value) => ({
    sent: encode(value, {
      ...compact,
      text: (one) => asciiOnly(JSON.stringify(one)).replaceAll('\\u007f', '\u007f').replaceAll('/', '\\/'),
      float: phpFloat,
    }),
    signed: encode(value, {
      ...compact,
      text: (one) => JSON.stringify(one).replace(/[\u2028\u2029]/g, asciiOnly),
      float: phpFloat,
    }),
  }),
  /** Signed: separators=(",", ":"), ensure_ascii=False. Sent: plain json.dumps. */
  python: (value) => ({
    sent: encode(value, {
      comma: ', ',
      colon: ': ',
      text: (one) => asciiOnly(JSON.stringify(one)),
      float: pythonFloat,
    }),
    signed: encode(value, { ...compact, float: pythonFloat }),
  }),
};

function encode(value: Value, style: Encoder): string {
  switch (value.kind) {
    case 'text':
      return style.text(value.text);
    case 'integer':
      return String(value.integer);
    case 'float':
      return style.float(value.float);
    case 'constant':
      return String(value.constant);
    case 'array':
      return `[${value.items.map((item) => encode(item, style)).join(style.comma)}]`;
    case 'object':
      return `{${value.members.map((member) => encodeMember(member, style)).join(style.comma)}}`;
  }
}

function encodeMember([name, member]: readonly [string, Value], style: Encoder): string {
  return `${style.text(name)}${style.colon}${encode(member, style)}`;
}

/**
 * The shortest digits that read back as this double. The three languages agree on them, but not on when and how to use
 * an exponent.
 */
function shortest(
  value: number,
  {
    exponentFrom,
    whole,
    exponentDigits,
    mantissa,
  }: { exponentFrom: number; whole: string; exponentDigits: number; mantissa: string },
): string {
  const [, sign, first, rest = '', power] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(
    value.toExponential(),
  ) as unknown as [string, string, string, string | undefined, string];
  const exponent = Number(power);
  if (exponent < -4 || exponent >= exponentFrom) {
    const digits = String(Math.abs(exponent)).padStart(exponentDigits, '0');
    return `${sign}${first}${rest === '' ? mantissa : `.${rest}`}e${exponent < 0 ? '-' : '+'}${digits}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${first}${rest}`;
  const digits = `${first}${rest}`.padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return `${sign}${digits.slice(0, exponent + 1)}${fraction === '' ? whole : `.${fraction}`}`;
}

function inJavaScript(value: Value): unknown {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'integer':
      return value.integer;
    case 'float':
      return value.float;
    case 'constant':
      return value.constant;
    case 'array':
      return value.items.map(inJavaScript);
    case 'object':
      return Object.fromEntries(value.members.map(([name, member]) => [name, inJavaScript(member)]));
  }
}

/** The same body with one value changed; `at` chooses the path to it. */
export function tampered(value: Value, at: number): Value {
  switch (value.kind) {
    case 'text':
      return { kind: 'text', text: `${value.text}0` };
    case 'integer':
      return { kind: 'integer', integer: value.integer === 0 ? 1 : -value.integer };
    case 'float':
      return { kind: 'float', float: value.float === 0 ? 1 : -value.float };
    case 'constant':
      return { kind: 'constant', constant: value.constant !== true };
    case 'array':
      return value.items.length === 0
        ? { kind: 'array', items: [value] }
        : {
            kind: 'array',
            items: value.items.with(
              at % value.items.length,
              tampered(value.items[at % value.items.length] as Value, at),
            ),
          };
    case 'object': {
      const [name, member] = value.members[at % value.members.length] as readonly [string, Value];
      return { kind: 'object', members: value.members.with(at % value.members.length, [name, tampered(member, at)]) };
    }
  }
}
