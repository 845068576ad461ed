import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { SECRET, callGateway, keyRecord, STOPPED_CLOCK, startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';
import { LIMITS } from '../src/limits.ts';

const hmac = (text: string, secret: string | Buffer = SECRET, hash = 'sha256') => createHmac(hash, secret).update(text);
const sign = (text: string): string => hmac(text).digest('hex');
const BODY = '{"url":"https://shop.example/ok","name":"سريع","amount":5}';

describe('the message of a wrong signature', () => {
  let harness: GatewayHarness;
  let calls = 0;
  beforeAll(async () => {
    harness = await startHarness({}, STOPPED_CLOCK);
  });
  afterAll(() => harness?.stop());

  /** Each call has a key of its own, because the search is limited by key. */
  async function messageFor(signature: string, body = BODY, apiKey = `k${++calls}`): Promise<string> {
    harness.keys.set(apiKey, keyRecord({ key_id: apiKey }));
    const answer = await callGateway(harness, '/public/v1/key', {
      method: 'POST',
      body,
      headers: { 'x-api-key': apiKey, 'x-signature': signature },
    });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      401,
      'signature_mismatch',
      'x-signature',
    ]);
    return answer.body.message as string;
  }

  test.each([
    ['upper case', sign(BODY).toUpperCase(), /The signature is in upper case\. Write the digest as 64 lower-case/],
    ['base64', hmac(BODY).digest('base64'), /The signature is base64\./],
    ['SHA-1', hmac(BODY, SECRET, 'sha1').digest('hex'), /HMAC-SHA1\. Use HMAC-SHA256/],
    ['a decoded secret', hmac(BODY, Buffer.from(SECRET, 'hex')).digest('hex'), /the secret decoded from hexadecimal/],
    ['a newline', sign(`${BODY}\n`), /a line break after it/],
    ['spaces', sign(BODY.replaceAll(',', ', ').replaceAll('":', '": ')), /with spaces or line breaks/],
    ['escaped slashes', sign(BODY.replaceAll('/', '\\/')), /each \/ is written as/],
    ['escaped letters', sign(BODY.replace('سريع', '\\u0633\\u0631\\u064a\\u0639')), /written as \\uXXXX/],
    ['sorted fields', sign('{"amount":5,"name":"سريع","url":"https://shop.example/ok"}'), /keys are in another order/],
    ['quotes around the secret', hmac(BODY, `"${SECRET}"`).digest('hex'), /quotes or spaces around it/],
    ['no digest', 'sha256=abc', /not 64 lower-case hex digits/],
  ])('names the mistake: %s', async (_, signature, named) => {
    expect(await messageFor(signature)).toMatch(named);
  });

  test('names nothing for another secret or another body', async () => {
    const rule = await messageFor(hmac(BODY, 'other').digest('hex'));
    expect(rule).toMatch(/computed with the API HMAC secret\.$/);
    expect(await messageFor(sign('{}'))).toBe(rule);
  });

  test('an unknown key gets no answer about the signature', async () => {
    const answer = await callGateway(harness, '/public/v1/key', {
      method: 'POST',
      body: BODY,
      headers: { 'x-api-key': 'unknown', 'x-signature': sign(BODY).toUpperCase() },
    });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_api_key']);
    expect(answer.body.message).not.toMatch(/upper/);
  });

  test('a flood costs bounded time: a few mistakes of a key are named, and none in a large body', async () => {
    const named: boolean[] = [];
    for (let sent = 0; sent < 40; sent++)
      named.push((await messageFor(sign(BODY).toUpperCase(), BODY, 'flood')).includes('in upper case'));
    expect(named).toEqual(Array.from({ length: 40 }, (_, at) => at < 4));
    const large = `{"a":"${'x'.repeat(LIMITS.explainedBodyBytesMax)}"}`;
    expect(await messageFor(sign(large).toUpperCase(), large)).not.toMatch(/in upper case/);
  });
});

test('"Bearer" in the header Token is named', async () => {
  const harness = await startHarness();
  try {
    const answer = await callGateway(harness, '/oe/aggtr/api/v1/shipments/couriers', {
      bare: true,
      headers: { token: 'Bearer aaa.bbb.ccc' },
    });
    expect([answer.status, answer.body.details[0].code]).toEqual([401, 'TOKEN_INVALID']);
    expect(answer.body.errorMessage).toMatch(/The header Token starts with "Bearer"/);
  } finally {
    await harness.stop();
  }
});
