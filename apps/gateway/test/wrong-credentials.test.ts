import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { API_KEY, ACCOUNT, callGateway } from './gateway-harness.ts';
import { SHIPMENTS, startTokenHarness, token } from './token-harness.ts';
import type { TestKey, TokenHarness } from './token-harness.ts';

let harness: TokenHarness;
let jwt: string;
beforeAll(async () => {
  harness = await startTokenHarness();
  jwt = await token((harness.published as [TestKey])[0]);
});
afterAll(() => harness?.stop());

const PASTED = 'c2VjcmV0';
const OR_TOKEN = 'Send Authorization: Bearer with the access token, or send the token in the header Token.';

test.each<[string, () => Record<string, string>, string, string]>([
  ['nothing', () => ({}), 'TOKEN_MISSING', 'Send an access token in the header Token.'],
  [
    'another scheme',
    () => ({ authorization: `Basic ${PASTED}` }),
    'TOKEN_MISSING',
    `The header Authorization has the scheme "Basic". ${OR_TOKEN}`,
  ],
  [
    'a token without a scheme',
    () => ({ authorization: PASTED }),
    'TOKEN_MISSING',
    `The header Authorization has no scheme. ${OR_TOKEN}`,
  ],
  [
    'a scheme without a token',
    () => ({ authorization: 'Bearer' }),
    'TOKEN_MISSING',
    `The header Authorization has no token after "Bearer". ${OR_TOKEN}`,
  ],
  [
    'a word in the header Token',
    () => ({ Token: 'word' }),
    'TOKEN_INVALID',
    'This token is not valid. Ask for a new one.',
  ],
  [
    'a scheme in the header Token',
    () => ({ Token: `Token ${jwt}` }),
    'TOKEN_INVALID',
    'The header Token starts with "Token". Send only the token in it, or use Authorization: Bearer.',
  ],
  [
    'an API key',
    () => ({ 'x-api-key': API_KEY, 'x-account-id': ACCOUNT }),
    'TOKEN_MISSING',
    'This operation needs an access token instead of an API key. Send it in the header Token.',
  ],
])('a call of shipments with %s gets an answer that says what to send', async (_, headers, code, message) => {
  const { status, body, text } = await callGateway(harness, SHIPMENTS, { headers: headers(), bare: true });
  expect([status, body.details[0].code, body.errorMessage]).toEqual([401, code, message]);
  expect(text).not.toContain(PASTED);
});

test.each(['authorization', 'token'])(
  'a call with %s instead of an API key gets an answer that says so',
  async (name) => {
    const { status, body, text } = await callGateway(harness, '/public/v1/meter', {
      headers: { [name]: `Bearer ${PASTED}` },
      bare: true,
    });
    expect([status, body.message]).toEqual([
      401,
      `Send the header x-api-key: this operation needs an API key, and does not read the header ${name}.`,
    ]);
    expect(text).not.toContain(PASTED);
  },
);
