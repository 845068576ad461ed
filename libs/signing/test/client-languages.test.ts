import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { acceptedForms, signRequest, verifyRequestSignature } from '../src/request-signature.ts';
import { LANGUAGES, order, tampered } from './client-languages.ts';

const SECRET = '9f'.repeat(32);
const BODIES = 10_000;
/** SEED=n repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const verifies = (sent: string, signature: string): boolean => verifyRequestSignature({ rawBody: Buffer.from(sent), signature, secrets: [SECRET] });

test('10,000 orders signed as Node, PHP and Python clients sign are accepted as they send them, and each tampered twin is refused', () => {
  process.stderr.write(`client languages: SEED=${SEED}\n`);
  let accepted = 0;
  let refused = 0;
  fc.assert(fc.property(order, fc.nat(), fc.constantFrom(...Object.values(LANGUAGES)), (value, at, write) => {
    const { sent, signed } = write(value);
    const twin = write(tampered(value, at)).sent;
    const signature = signRequest(signed, SECRET);
    expect(verifies(sent, signature)).toBe(true);
    expect(twin).not.toBe(sent);
    expect(verifies(twin, signature)).toBe(false);
    accepted++;
    refused++;
  }), { numRuns: BODIES, seed: SEED });
  expect([accepted, refused]).toEqual([BODIES, BODIES]);
}, 120_000);

const PYTHON = `
import json, sys
for line in sys.stdin:
    body = json.loads(line)
    print(json.dumps([json.dumps(body), json.dumps(body, separators=(",", ":"), ensure_ascii=False)]))
`;

test('our Python encoder writes, byte for byte, what a real python3 writes, and that is accepted', () => {
  const orders = fc.sample(order, { numRuns: 500, seed: SEED });
  const { status, stdout, stderr, error } = spawnSync('python3', ['-c', PYTHON], { input: orders.map((one) => LANGUAGES.python(one).sent).join('\n'), encoding: 'utf8', timeout: 30_000, maxBuffer: 2 ** 26 });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    process.stderr.write('\n*** python3 is not on the PATH: its encoder is NOT compared with the real one ***\n');
    return;
  }
  expect([status, stderr]).toEqual([0, '']);
  const written = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as [string, string]);
  expect(written).toEqual(orders.map((one) => { const { sent, signed } = LANGUAGES.python(one); return [sent, signed]; }));
  for (const [sent, signed] of written) expect(verifies(sent, signRequest(signed, SECRET))).toBe(true);
}, 60_000);

test('U+2028 and U+2029, which PHP signs escaped even where it leaves Unicode alone, pass as they are sent, and a tampered twin does not', () => {
  const signature = signRequest('{"note":"a\\u2028b\\u2029","url":"a/b"}', SECRET);
  expect(verifies('{"note":"a\\u2028b\\u2029","url":"a\\/b"}', signature)).toBe(true);
  expect(verifies('{"note":"a\\u2029b\\u2028","url":"a\\/b"}', signature)).toBe(false);
  expect(verifies('{"note":"a\\\\u2028b\\u2029","url":"a\\/b"}', signature)).toBe(false);
});

test('a body has four forms at most, and the fourth only where it has one of the two separators', () => {
  const formsOf = (body: string): number => [...acceptedForms(Buffer.from(body))].length;
  expect([formsOf('{"note":"a\\u2028b","url":"a\\/b"}'), formsOf('{ "note" : "a\\u2027b", "url" : "a\\/b" }'), formsOf('{"note":"a\\\\u2028"}')]).toEqual([4, 3, 3]);
});
