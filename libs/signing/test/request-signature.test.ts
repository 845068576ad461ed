import { describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { signRequest, verifyRequestSignature } from '../src/request-signature.ts';
import { isExactDouble } from '../src/exact-double.ts';
import { body, COMPACT, SENT_BY, tamperedTwins, write } from './generated-body.ts';

const SECRET = '9f'.repeat(32);
const verifies = (sent: Buffer | string, signature: string, secrets = [SECRET]) =>
  verifyRequestSignature({ rawBody: Buffer.from(sent), signature, secrets });

describe('bodies that published clients send', () => {
  const compact = '{"amount":1500.5,"name":"سريع","return_url":"https://shop.example/ok"}';
  test.each([
    ['Node: the bytes it signed', compact, compact],
    [
      'PHP: json_encode sent, unescaped signed',
      compact,
      '{"amount":1500.5,"name":"\\u0633\\u0631\\u064a\\u0639","return_url":"https:\\/\\/shop.example\\/ok"}',
    ],
    ['PHP: 100.0 kept', '{"amount":100.0,"url":"a/b"}', '{"amount":100.0,"url":"a\\/b"}'],
    [
      'Python: json.dumps sent, compact signed',
      compact,
      '{"amount": 1500.5, "name": "\\u0633\\u0631\\u064a\\u0639", "return_url": "https://shop.example/ok"}',
    ],
    [
      'Python: 500.0 and integer-like keys in their order',
      '{"amount":500.0,"metadata":{"10":"ا","2":"ب"}}',
      '{"amount": 500.0, "metadata": {"10": "\\u0627", "2": "\\u0628"}}',
    ],
    [
      'a proxy that rewrote 100 as 100.0, for a signer that parses',
      '{"2":"b","10":"a","amount":100}',
      '{"10":"a","2":"b","amount":100.0}',
    ],
    ['Swift: its own bytes, slashes escaped', '{"url":"a\\/b"}', '{"url":"a\\/b"}'],
    ['an empty body', '', ''],
    ['a body that is not JSON', 'a=1&b=2', 'a=1&b=2'],
  ])('%s', (_who, signed, sent) => {
    expect(verifies(sent, signRequest(signed, SECRET))).toBe(true);
  });

  test('bytes that are not UTF-8 verify only as bytes', () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    expect(verifies(bytes, signRequest(bytes, SECRET))).toBe(true);
    expect(verifies(bytes, signRequest('"\ufffd"', SECRET))).toBe(false);
  });
});

describe('the verification refuses', () => {
  const signature = signRequest('{}', SECRET);
  test.each([
    ['upper case', signature.toUpperCase()],
    ['white space', ` ${signature}`],
    ['a line end', `${signature}\n`],
    ['a cut digest', signature.slice(0, 62)],
    ['a long digest', `${signature}00`],
    ['no hex', `${signature.slice(0, 63)}g`],
    ['nothing', ''],
    ['two joined headers', `${signature}, ${signature}`],
    ['base64', Buffer.from(signature, 'hex').toString('base64')],
  ])('a signature with %s', (_what, given) => {
    expect(verifies('{}', given)).toBe(false);
  });

  test.each(['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"x":[{"a":1,"a":1}]}'])(
    'a duplicate key, although signed: %s',
    (sent) => {
      expect(verifies(sent, signRequest(sent, SECRET))).toBe(false);
      expect(verifies(sent, signRequest(JSON.stringify(JSON.parse(sent)), SECRET))).toBe(false);
    },
  );

  test.each([
    ['{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['{"a":0.10000000000000000001}', '{"a":0.1}'],
    ['{"a":1e400}', '{"a":null}'],
    ['{"a":1e-400}', '{"a":0}'],
  ])('%s under the signature of %s, which a rounding reader takes for the same', (sent, signed) => {
    expect(verifies(sent, signRequest(signed, SECRET))).toBe(false);
  });

  test('no secret, an empty secret, another secret', () => {
    expect(verifies('{}', signature, [])).toBe(false);
    expect(verifies('{}', signRequest('{}', ''), [''])).toBe(false);
    expect(verifies('{}', signature, ['other'])).toBe(false);
  });
});

describe('keys', () => {
  test('the secret is used as shown, without decoding its hex', () => {
    expect(signRequest('{}', SECRET)).toBe(
      createHmac('sha256', Buffer.from(SECRET, 'utf8')).update('{}').digest('hex'),
    );
  });

  test('during a rotation the previous secret verifies too', () => {
    expect(verifies('{}', signRequest('{}', 'previous'), ['current', 'previous'])).toBe(true);
    expect(verifies('{}', signRequest('{}', 'current'), ['current', 'previous'])).toBe(true);
  });
});

describe('any body', () => {
  test('that is signed compact verifies however it is sent', () => {
    fc.assert(
      fc.property(body, (tree) => {
        const signature = signRequest(write(tree, COMPACT), SECRET);
        for (const style of Object.values(SENT_BY)) expect(verifies(write(tree, style), signature)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('that is signed as sent verifies', () => {
    fc.assert(
      fc.property(body, fc.constantFrom(...Object.values(SENT_BY)), (tree, style) => {
        expect(verifies(write(tree, style), signRequest(write(tree, style), SECRET))).toBe(true);
      }),
    );
  });

  test('that is tampered with never verifies', () => {
    fc.assert(
      fc.property(body, fc.constantFrom(...Object.values(SENT_BY)), (tree, style) => {
        const sent = write(tree, style);
        const signatures = [sent, write(tree, COMPACT), JSON.stringify(JSON.parse(sent))]
          .map((form) => signRequest(form, SECRET))
          // A rounded form belongs to another body, which may be the tampered one.
          .filter((signature) => verifies(sent, signature));
        for (const twin of tamperedTwins(tree)) {
          for (const signature of signatures) expect(verifies(write(twin, style), signature)).toBe(false);
        }
      }),
    );
  });
});

describe('exact doubles', () => {
  test.each([
    '0',
    '-0',
    '0.0',
    '0e5',
    '100.0',
    '1e3',
    '0.1',
    '0.10',
    '1E+2',
    '-2.50',
    '9007199254740992',
    '5e-324',
    '1e21',
    '1e308',
  ])('%s survives JSON.parse', (literal) => {
    expect(isExactDouble(literal)).toBe(true);
  });

  test.each([
    '9007199254740993',
    '0.10000000000000000001',
    '1e400',
    '-1e400',
    '1e-400',
    '123456789012345678e-3',
    '1000000000000000.005',
    '1e99999999999999999999',
  ])('%s does not', (literal) => {
    expect(isExactDouble(literal)).toBe(false);
  });

  test('every double is exact as JavaScript writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        expect(isExactDouble(JSON.stringify(double))).toBe(true);
        expect(isExactDouble(double.toExponential())).toBe(true);
      }),
    );
  });
});
