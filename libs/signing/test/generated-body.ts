import fc from 'fast-check';

/** A JSON body with its order of keys and spelling of numbers, which a JavaScript object would lose. */
export type Node =
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Node])[] }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly literal: string };

/** All values differ; a careless reader would take neighbours for equal. */
const NUMBERS = [
  '100.0',
  '500.00',
  '0',
  '-0.5',
  '1e3',
  '1500.10',
  '0.1',
  '0.10000000000000000001',
  '9007199254740992',
  '9007199254740993',
  '1e400',
  '1e401',
];

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'سريع للتوصيل',
    'https://shop.example/a/b?c=d',
    'quote " and \\',
    'line\nend',
    'a , b : c',
    '😀',
    '\u2028',
  ),
);
const key = fc
  .oneof(text, fc.constantFrom('10', '2', '0', 'amount', 'order_reference'))
  .filter((each) => each !== '__proto__' && !/[\n\r\t]/.test(each));

export const body: fc.Arbitrary<Node> = fc.letrec<{ node: Node; object: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text.map((value): Node => ({ kind: 'string', value })),
    fc.constantFrom(...NUMBERS).map((literal): Node => ({ kind: 'number', literal })),
    fc.array(tie('node'), { maxLength: 3 }).map((items): Node => ({ kind: 'array', items })),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(key, tie('node')), { maxLength: 5, selector: ([name]) => name })
    .map((members): Node => ({ kind: 'object', members })),
})).object;

/** How a language writes JSON. */
export interface Style {
  comma: string;
  colon: string;
  string: (value: string) => string;
}

const escapeUnicode = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const COMPACT: Style = { comma: ',', colon: ':', string: (value) => JSON.stringify(value) };
export const SENT_BY = {
  node: COMPACT,
  python: { comma: ', ', colon: ': ', string: (value) => escapeUnicode(JSON.stringify(value)) },
  php: { comma: ',', colon: ':', string: (value) => escapeUnicode(JSON.stringify(value).replaceAll('/', '\\/')) },
  indented: { comma: ',\r\n\t', colon: ' : ', string: (value) => JSON.stringify(value) },
} satisfies Record<string, Style>;

export function write(node: Node, style: Style): string {
  switch (node.kind) {
    case 'string':
      return style.string(node.value);
    case 'number':
      return node.literal;
    case 'array':
      return `[${node.items.map((item) => write(item, style)).join(style.comma)}]`;
    case 'object':
      return `{${node.members.map(([name, value]) => writeMember(name, value, style)).join(style.comma)}}`;
  }
}

function writeMember(name: string, value: Node, style: Style): string {
  return `${style.string(name)}${style.colon}${write(value, style)}`;
}

/** Every body that differs from this one in one value, name, item or member. */
export function tamperedTwins(node: Node): Node[] {
  switch (node.kind) {
    case 'string':
      return [
        { kind: 'string', value: `${node.value} ` },
        { kind: 'array', items: [node] },
      ];
    case 'number':
      return neighbours(node.literal).map((literal) => ({ kind: 'number', literal }));
    case 'array':
      return [
        { kind: 'array', items: [...node.items, { kind: 'number', literal: '0' }] },
        ...node.items.flatMap((item, at) =>
          tamperedTwins(item).map((twin): Node => ({ kind: 'array', items: node.items.with(at, twin) })),
        ),
      ];
    case 'object':
      return [
        {
          kind: 'object',
          members: [
            ...node.members,
            [`${node.members.map(([name]) => name).join('')}+`, { kind: 'number', literal: '1' }],
          ],
        },
        ...node.members.flatMap(([name, value], at) => [
          { kind: 'object', members: node.members.toSpliced(at, 1) } as const,
          ...tamperedTwins(value).map((twin): Node => ({
            kind: 'object',
            members: node.members.with(at, [name, twin]),
          })),
        ]),
      ];
  }
}

function neighbours(literal: string): string[] {
  const at = NUMBERS.indexOf(literal);
  return [NUMBERS[(at + 1) % NUMBERS.length] as string, NUMBERS[(at + NUMBERS.length - 1) % NUMBERS.length] as string];
}
