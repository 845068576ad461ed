import { createHmac } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { ReceivedCall } from '../src/providers/callback.ts';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import type { ConnectionSpec } from '../src/providers/gateway-kind.ts';
import type { PayRequest } from '../src/providers/provider.ts';
import { sandboxProviders } from '../src/providers/sandbox/sandbox-providers.ts';
import type { ClosableProvider } from '../src/providers/sandbox/sandbox-providers.ts';
import { bearerOf, FakeJwtConnection } from './fake-jwt.ts';
import { FakeConnection } from './fake-kind.ts';
import { keepsTheProviderContract } from './provider-contract.ts';
import type { UnderContract } from './provider-contract.ts';
import { describeWithSandbox, startSandboxProcess } from './sandbox.ts';
import type { RunningSandbox } from './sandbox.ts';

const SECRET = 'hook_now';
const BEFORE = 'hook_before';
const SPEC: ConnectionSpec = {
  id: 'gwc_1',
  owner: { accountId: 'a', storeId: 's', mode: 'stage' },
  callbackUrl: 'http://127.0.0.1:9/callback',
  credentials: { secret_key: 'key_shop_1', webhook_secret: SECRET },
  previous: { secret_key: 'key_shop_0', webhook_secret: BEFORE },
};

function underContract(fake: FakeConnection, calls: UnderContract['calls']): () => UnderContract {
  return () => ({
    provider: fake,
    pay: async ({ id }) => {
      if (fake.payments.get(id)?.state === 'open') fake.finish('pay', id);
    },
    decline: async ({ id }) => {
      fake.finish('decline', id);
    },
    lose: async (call, when) => fake.fail(call, `lost-${when}`),
    calls,
  });
}

const received = (rawBody: Buffer, headers: Record<string, string>, nowMs: number): ReceivedCall => ({
  ...{ method: 'POST', query: {}, headers, rawBody, nowMs },
});

function eventOf({ id }: PayRequest): Buffer {
  const report = { kind: 'unknown', why: 'the gateway reports it' };
  return Buffer.from(JSON.stringify({ kind: 'operation', id: 'evt_1', type: 'paid', operationId: id, report }));
}

keepsTheProviderContract(
  'the fake gateway with a secret in a header',
  underContract(new FakeConnection(SPEC), async (sent, atMs) => {
    const call = (headers: Record<string, string>): ReceivedCall => received(eventOf(sent), headers, atMs);
    return {
      genuine: [call({ 'x-secret': SECRET }), call({ 'x-secret': BEFORE })],
      forged: [call({}), call({ 'x-secret': '' }), call({ 'x-secret': 'hook_other' }), call({ secret: SECRET })],
    };
  }),
);

keepsTheProviderContract(
  'the fake gateway with a JWT',
  underContract(new FakeJwtConnection(SPEC), async (sent, atMs) => {
    const body = eventOf(sent);
    const call = (authorization: string, rawBody = body): ReceivedCall => received(rawBody, { authorization }, atMs);
    const genuine = bearerOf(body, { secret: SECRET, atMs });
    const [head, claims] = genuine.split('.');
    return {
      genuine: [call(genuine), call(bearerOf(body, { secret: BEFORE, atMs }))],
      forged: [
        call(''),
        call(`${head}.${claims}.`),
        call(bearerOf(body, { secret: SECRET, atMs, alg: 'none' })),
        call(bearerOf(body, { secret: 'hook_other', atMs })),
        call(genuine, Buffer.from(`${body.toString()} `)),
        call(bearerOf(body, { secret: SECRET, atMs: atMs - 600_000 })),
        call(bearerOf(body, { secret: SECRET, atMs: atMs + 600_000 })),
      ],
    };
  }),
  { capabilities: UNRESTRICTED, datesCalls: true },
);

describeWithSandbox('card gateways of the sandbox', () => {
  let sandbox: RunningSandbox;
  let providers: ClosableProvider[] = [];
  beforeAll(async () => {
    sandbox = await startSandboxProcess('http://127.0.0.1:9');
    providers = sandboxProviders({
      url: sandbox.url,
      publicUrl: sandbox.url,
      platformUrl: 'http://127.0.0.1:9',
      secret: sandbox.secret,
      feeBasisPoints: 0,
    });
  });
  afterAll(async () => {
    for (const provider of providers) await provider.close();
    await sandbox.stop();
  });

  async function typeCard(url: string, number: string): Promise<void> {
    await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ number, expiry: '12/34', cvc: '123' }),
    });
  }

  const keyOf = (gateway: string): string =>
    createHmac('sha256', sandbox.secret).update(`${gateway}/callback`).digest('hex');

  /** As section 3 of the sandbox's API.md describes them. */
  function callOfA(body: Buffer, atMs: number, key = keyOf('cardgateway-a')): ReceivedCall {
    const at = Math.floor(atMs / 1_000);
    const signature = createHmac('sha256', key).update(`${at}.`).update(body).digest('hex');
    return received(body, { 'gateway-signature': `t=${at},v1=${signature}` }, atMs);
  }

  /** As section 4 describes them. */
  function callOfB(body: Buffer, atMs: number, key = keyOf('cardgateway-b')): ReceivedCall {
    const at = String(Math.floor(atMs / 1_000));
    const signature = createHmac('sha256', key).update(`ntf_1.${at}.`).update(body).digest('base64');
    const headers = { 'x-notification-id': 'ntf_1', 'x-notification-timestamp': at };
    return received(body, { ...headers, 'x-notification-signature': signature }, atMs);
  }

  const bodies = {
    a: ({ id }: PayRequest) => ({
      ...{ id: 'evt_1', type: 'payment.captured', created_at: '2026-01-01T00:00:00Z' },
      data: { object: 'payment', id: 'pay_1', merchant_reference: id, status: 'captured', captured_amount: 12_300 },
    }),
    b: ({ id }: PayRequest) => ({
      eventType: 'ORDER_CAPTURED',
      order: { id: 'ord_1', merchantReference: id, state: 'CAPTURED', capturedAmount: 12_300, result: { code: '00' } },
      transaction: null,
    }),
  };

  for (const [at, name, callOf, bodyOf, other] of [
    [0, 'card gateway A', callOfA, bodies.a, callOfB],
    [1, 'card gateway B', callOfB, bodies.b, callOfA],
  ] as const) {
    const calls: UnderContract['calls'] = async (sent, atMs) => {
      const body = Buffer.from(JSON.stringify(bodyOf(sent)));
      const call = callOf(body, atMs);
      return {
        genuine: [call],
        forged: [
          { ...call, headers: {} },
          { ...call, rawBody: Buffer.from(`${body.toString()} `) },
          { ...call, nowMs: atMs + 600_000 },
          { ...call, nowMs: atMs - 600_000 },
          callOf(body, atMs, sandbox.secret),
          callOf(body, atMs, keyOf('walletprovider')),
          other(body, atMs),
        ],
      };
    };
    const make = (): UnderContract => ({
      calls,
      provider: providers[at] as ClosableProvider,
      pay: (_, url) => typeCard(url, '4242424242424242'),
      decline: (_, url) => typeCard(url, '4000000000000002'),
      lose: (operation, when) =>
        sandbox.control('POST', '/faults', {
          effect: when === 'after' ? 'ghost' : 'crash_before',
          provider: name === 'card gateway A' ? 'cardgateway-a' : 'cardgateway-b',
          operation: operation === 'pay' ? 'create' : operation,
        }),
    });
    keepsTheProviderContract(name, make, { capabilities: UNRESTRICTED, datesCalls: true });
  }
});
