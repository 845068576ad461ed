import { describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { explainSignature } from '../src/explain-signature.ts';
import { signRequest, verifyRequestSignature } from '../src/request-signature.ts';

const SECRET = 'ab'.repeat(32);
const SENT = '{"url":"https://shop.example/ok","name":"سريع","amount":100.0}';
const SORTED = '{"amount":100.0,"name":"سريع","url":"https://shop.example/ok"}';
const explain = (signature: string, sent = SENT) => explainSignature({ rawBody: Buffer.from(sent), signature, secrets: ['current', SECRET] });
const sign = (text: string) => signRequest(text, SECRET);
const right = sign(SENT);
const escaped = (text: string) => text.replace('سريع', '\\u0633\\u0631\\u064a\\u0639');

describe('the mistake behind a refused signature', () => {
  test.each([
    ['spaces', sign(SENT.replaceAll(',', ', ').replaceAll('":', '": '))],
    ['spaces', sign(JSON.stringify(JSON.parse(SENT), null, 2))],
    ['escaped-slashes', sign(SENT.replaceAll('/', '\\/'))],
    ['unicode-escapes', sign(escaped(SENT))],
    ['unicode-escapes', sign(escaped(SENT).replaceAll('/', '\\/'))],
    ['unicode-escapes', sign(escaped(SENT).replaceAll(',', ', ').replaceAll('":', '": '))],
    ['upper-case-hex', right.toUpperCase()],
    ['base64', Buffer.from(right, 'hex').toString('base64')],
    ['base64', Buffer.from(right, 'hex').toString('base64url')],
    ['sha1', createHmac('sha1', SECRET).update(SENT).digest('hex')],
    ['secret-decoded-as-hex', createHmac('sha256', Buffer.from(SECRET, 'hex')).update(SENT).digest('hex')],
    ['trailing-newline', sign(`${SENT}\n`)],
    ['trailing-newline', sign(`${SENT}\r\n`)],
    ['sorted-keys', sign(SORTED)],
    ['sorted-keys', sign(SORTED.replaceAll(',', ', ').replaceAll('":', '": '))],
  ])('%s', (mistake, signature) => {
    expect(explain(signature)).toBe(mistake);
    expect(verifyRequestSignature({ rawBody: Buffer.from(SENT), signature, secrets: [SECRET] })).toBe(false);
  });

  test('is none when the signature verifies', () => {
    expect(explain(right)).toBe('none');
  });

  test('is unknown for another secret, another body, a body with a key given twice, or no signature', () => {
    expect(explain(signRequest(SENT, 'other'))).toBe('unknown');
    expect(explain(sign('{}'))).toBe('unknown');
    expect(explain(sign('{"a":1,"a":2}'), '{"a":1,"a":2}')).toBe('unknown');
    expect(explain('')).toBe('unknown');
  });

  test('is found for a large string', () => {
    const large = JSON.stringify({ note: 'é\n'.repeat(200_000), b: 1 });
    expect(explain(sign(large.replace(',"b":', ', "b": ').replace('"note":', '"note": ')), large)).toBe('spaces');
  });

  test('is found for a body that is not JSON', () => {
    expect(explain(sign('a=1').toUpperCase(), 'a=1')).toBe('upper-case-hex');
  });
});
