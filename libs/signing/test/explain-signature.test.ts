import { describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { diagnoseSignature, explainSignature } from '../src/explain-signature.ts';
import { SIGNATURE_ADVICE } from '../src/signature-advice.ts';
import { signRequest, verifyRequestSignature } from '../src/request-signature.ts';

const SECRET = 'ab'.repeat(32);
const SENT = '{"url":"https://shop.example/ok","name":"سريع","amount":100.0}';
const SORTED = '{"amount":100.0,"name":"سريع","url":"https://shop.example/ok"}';
const explain = (signature: string, sent = SENT) =>
  explainSignature({ rawBody: Buffer.from(sent), signature, secrets: ['current', SECRET] });
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
    ['float-text', sign(SENT.replace('100.0', '100.00'))],
    ['wrong-secret', signRequest(SENT, `${SECRET}\n`)],
    ['wrong-secret', signRequest(SENT, `"${SECRET}"`)],
    ['sorted-keys', sign(SORTED)],
    ['sorted-keys', sign(SORTED.replaceAll(',', ', ').replaceAll('":', '": '))],
  ])('%s', (mistake, signature) => {
    expect(explain(signature)).toBe(mistake);
    expect(verifyRequestSignature({ rawBody: Buffer.from(SENT), signature, secrets: [SECRET] })).toBe(false);
  });

  test.each([
    ['100', '100.0'],
    ['100', '100.00'],
    ['1500.5', '1500.50'],
    ['9007199254740993', '9007199254740992'],
    ['1e2', '100.0'],
  ])('is the text of a number, when %s is signed as %s', (sent, signed) => {
    expect(explain(sign(`{"note":"${sent}","n":${signed}}`), `{"note":"${sent}","n":${sent}}`)).toBe('float-text');
    expect(explain(sign(`{"note": "${sent}", "n": ${signed}}`), `{"note":"${sent}","n":${sent}}`)).toBe('float-text');
  });

  test('shows the text that was signed', () => {
    const signedText = SENT.replaceAll('/', '\\/');
    expect(diagnoseSignature({ rawBody: Buffer.from(SENT), signature: sign(signedText), secrets: [SECRET] })).toEqual({
      mistake: 'escaped-slashes',
      signedText,
    });
  });

  test('is the wrong secret, when another secret of the merchant signed', () => {
    const request = { rawBody: Buffer.from(SENT), signature: signRequest(SENT, 'sk_stage_1'), secrets: [SECRET] };
    expect(explainSignature({ ...request, otherSecrets: ['', 'sk_stage_1'] })).toBe('wrong-secret');
    expect(explainSignature(request)).toBe('unknown');
  });

  test('has a rule and a remedy for each result', () => {
    for (const { rule, remedy } of Object.values(SIGNATURE_ADVICE))
      expect(rule.length * remedy.length).toBeGreaterThan(0);
  });

  test('is none when the signature verifies', () => {
    expect(explain(right)).toBe('none');
  });

  test('is unknown for another secret, another body, a body with a duplicate key, or no signature', () => {
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
