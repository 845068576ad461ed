import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isWallet } from '../src/providers/provider.ts';
import { sandboxProviders } from '../src/providers/sandbox/sandbox-providers.ts';
import type { ClosableProvider } from '../src/providers/sandbox/sandbox-providers.ts';

// Answers that do not come from the provider itself but from a proxy before it or from one of its limits.
let answer: { status: number; body: string };
const server = createServer((_, response) => {
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
let providers: ClosableProvider[];
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  providers = sandboxProviders({ url, publicUrl: url, platformUrl: url, secret: 'a secret', feeBasisPoints: 0 });
});
afterAll(async () => {
  for (const provider of providers) await provider.close();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

const ASKED = {
  id: 'op_1',
  store: { accountId: '5f1d7a3b9c2e4680', storeId: 'str_1', mode: 'stage' },
  amount: 100n,
  currency: 'SAR',
  reference: 'gw_1',
  paymentId: 'op_1',
  startedAtMs: 0,
};

test.each([
  [429, '{"error":{"code":"rate_limited"},"result":{"code":"E429"},"response_code":"110"}'],
  [403, '{"error":{"code":"forbidden"}}'],
  [401, '{}'],
  [200, '{}'],
])('an inquiry answered with %d %s says nothing of the payment', async (status, body) => {
  answer = { status, body };
  for (const provider of providers) {
    expect([provider.type, (await provider.inquire({ ...ASKED, kind: 'pay' })).kind]).toEqual([
      provider.type,
      'unknown',
    ]);
    if (isWallet(provider)) expect((await provider.inquireToken('tok_1')).kind).toBe('unknown');
  }
});

test('an answer that does not name the operation is no refusal', async () => {
  answer = { status: 200, body: '{}' };
  for (const provider of providers) {
    expect([provider.type, (await provider.refund(ASKED)).kind]).toEqual([provider.type, 'unknown']);
    if (isWallet(provider)) expect((await provider.checkCode('op_1', 'gw_1', '123456')).kind).toBe('unknown');
  }
});
