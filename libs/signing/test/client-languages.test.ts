import { expect, test } from '@jest/globals';
import { runLength, runSeed } from '@qafila/testing/run-length';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { acceptedForms, signRequest, verifyRequestSignature } from '../src/request-signature.ts';
import { LANGUAGES, order, tampered } from './client-languages.ts';
import type { Value } from './client-languages.ts';

const SECRET = '9f'.repeat(32);
const BODIES = runLength(10_000, 2_000);
const SEED = runSeed();
const verifies = (sent: string, signature: string): boolean =>
  verifyRequestSignature({ rawBody: Buffer.from(sent), signature, secrets: [SECRET] });

test(`${BODIES} orders of Node, PHP and Python clients are accepted, and a tampered copy of each is refused`, () => {
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(order, fc.nat(), fc.constantFrom(...Object.values(LANGUAGES)), (value, at, write) => {
      const { sent, signed } = write(value);
      const twin = write(tampered(value, at)).sent;
      const signature = signRequest(signed, SECRET);
      expect(verifies(sent, signature)).toBe(true);
      expect(twin).not.toBe(sent);
      expect(verifies(twin, signature)).toBe(false);
      accepted++;
      refused++;
    }),
    { numRuns: BODIES, seed: SEED },
  );
  expect([accepted, refused]).toEqual([BODIES, BODIES]);
}, 120_000);

const PYTHON = `
import json, sys
for line in sys.stdin:
    body = json.loads(line)
    print(json.dumps([json.dumps(body), json.dumps(body, separators=(",", ":"), ensure_ascii=False)]))
`;

const PHP = `
while (($line = fgets(STDIN)) !== false) {
    $body = json_decode($line, flags: JSON_THROW_ON_ERROR);
    echo json_encode([json_encode($body), json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE)]), "\\n";
}
`;

test.each([
  ['python', 'python3', ['-c', PYTHON]],
  ['php', 'php', ['-r', PHP]],
] as const)(
  'the encoder of this test for %s writes the same bytes as %s, and they are accepted',
  (...the) => {
    const [language, interpreter, program] = the;
    const orders = fc.sample(order, { numRuns: 500, seed: SEED }).map((one) => LANGUAGES[language](one));
    const { status, stdout, stderr, error } = spawnSync(interpreter, program, {
      input: orders.map(({ sent }) => sent).join('\n'),
      encoding: 'utf8',
      timeout: 30_000,
      maxBuffer: 2 ** 26,
    });
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
      process.stderr.write(
        `\n*** ${interpreter} is not on the PATH: its encoder is NOT compared with the real one ***\n`,
      );
      return;
    }
    expect([status, stderr]).toEqual([0, '']);
    const written = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, string]);
    expect(written).toEqual(orders.map(({ sent, signed }) => [sent, signed]));
    for (const [sent, signed] of written) expect(verifies(sent, signRequest(signed, SECRET))).toBe(true);
  },
  60_000,
);

/**
 * Compares the encoder of this test with the documentation of json_encode, where there is no PHP. Floats
 * (serialize_precision = -1) are the shortest digits that read back. They have an exponent from 18 digits before the
 * point or five places after it; the exponent has at least one digit and always follows a fraction (php_gcvt). Without
 * JSON_PRESERVE_ZERO_FRACTION 100.0 is 100. In texts, slashes and all characters beyond ASCII are escaped in lower-case
 * hexadecimal and by surrogates; U+007F is not. Since PHP 7.1 JSON_UNESCAPED_UNICODE leaves U+2028 and U+2029 escaped
 * unless JSON_UNESCAPED_LINE_TERMINATORS is set.
 */
test('the PHP encoder of this test follows the rules that PHP documents', () => {
  const php = (value: Value): string[] =>
    Object.values(LANGUAGES.php({ kind: 'object', members: [['v', value]] })).map((json) =>
      json.slice('{"v":'.length, -1),
    );
  const floats: [number, string][] = [
    [100, '100'],
    [1500.5, '1500.5'],
    [-0.1, '-0.1'],
    [0.0001, '0.0001'],
    [0.00001, '1.0e-5'],
    [1.5e-7, '1.5e-7'],
    [5e-324, '5.0e-324'],
    [1e15, '1000000000000000'],
    [1e16, '10000000000000000'],
    [1e17, '1.0e+17'],
    [123456789012345680, '1.2345678901234568e+17'],
    [1.5e25, '1.5e+25'],
    [-1e100, '-1.0e+100'],
  ];
  for (const [float, written] of floats) expect(php({ kind: 'float', float })).toEqual([written, written]);
  const texts: [string, string, string][] = [
    ['a/b', '"a\\/b"', '"a/b"'],
    ['قا', '"\\u0642\\u0627"', '"قا"'],
    ['😀', '"\\ud83d\\ude00"', '"😀"'],
    ['\u007f', '"\u007f"', '"\u007f"'],
    ['"\\', '"\\"\\\\"', '"\\"\\\\"'],
    ['\n\r\t', '"\\n\\r\\t"', '"\\n\\r\\t"'],
    ['\u2028\u2029', '"\\u2028\\u2029"', '"\\u2028\\u2029"'],
    ["<&'>", '"<&\'>"', '"<&\'>"'],
  ];
  for (const [text, sent, signed] of texts) expect(php({ kind: 'text', text })).toEqual([sent, signed]);
  expect(
    php({
      kind: 'array',
      items: [
        { kind: 'integer', integer: -7 },
        { kind: 'constant', constant: null },
      ],
    }),
  ).toEqual(['[-7,null]', '[-7,null]']);
});

test('U+2028 and U+2029, which PHP always signs escaped, are accepted, and a tampered copy is not', () => {
  const signature = signRequest('{"note":"a\\u2028b\\u2029","url":"a/b"}', SECRET);
  expect(verifies('{"note":"a\\u2028b\\u2029","url":"a\\/b"}', signature)).toBe(true);
  expect(verifies('{"note":"a\\u2029b\\u2028","url":"a\\/b"}', signature)).toBe(false);
  expect(verifies('{"note":"a\\\\u2028b\\u2029","url":"a\\/b"}', signature)).toBe(false);
});

test('a body has at most four forms, and the fourth only if it contains one of the two separators', () => {
  const formsOf = (body: string): number => [...acceptedForms(Buffer.from(body))].length;
  expect([
    formsOf('{"note":"a\\u2028b","url":"a\\/b"}'),
    formsOf('{ "note" : "a\\u2027b", "url" : "a\\/b" }'),
    formsOf('{"note":"a\\\\u2028"}'),
  ]).toEqual([4, 3, 3]);
});
