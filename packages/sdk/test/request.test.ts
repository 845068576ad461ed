import { describe, expect, test } from '@jest/globals';
import { verifyRequestSignature } from '@qafila/signing/request-signature';
import { AuthenticationError, ConnectionError, NotFoundError, Qafila } from '../src/index.ts';
import { done, refused, ScriptedServer, withServer } from './scripted-server.ts';
import type { Received } from './scripted-server.ts';

const serviceAccount = { clientId: 'c', clientSecret: 's', companyCode: 'd' };
const isToken = ({ path }: Received): boolean => path.endsWith('/service-account/token');
const token = { body: { access_token: 't1', expires_in: 3600 } };

/** Of a server that has stopped. */
async function closedAddress(): Promise<string> {
  await using server = await ScriptedServer.start(() => done({}));
  return server.url;
}

describe('request() of any path', () => {
  test('is signed over the bytes of a text that is sent as it is, and unwrapped', async () => {
    await withServer(
      () => done({ counted: true }),
      async (qafila, { received }) => {
        const body = '{ "event_id":"e1","payload":{"tokens":173.250} }';
        expect(await qafila.request('POST', '/public/v1/meter/tokens/event', { body })).toEqual({ counted: true });
        const [{ method, path, headers, body: sent }] = received as [Received];
        expect([method, path, sent, headers['x-api-key']]).toEqual([
          'POST',
          '/public/v1/meter/tokens/event',
          body,
          'sk_stage_1',
        ]);
        const signature = headers['x-signature'] as string;
        expect(verifyRequestSignature({ rawBody: Buffer.from(sent), signature, secrets: ['secret'] })).toBe(true);
        expect(headers['content-type']).toBe('application/json');
      },
    );
  });

  test('takes a query as names and values, or in the path; not both', async () => {
    await withServer(
      () => done({}),
      async (qafila, { received }) => {
        const query = { windowSize: 'DAY', groupBy: ['a', 'b'], filterGroupBy: { model: 'x&y' }, from: undefined };
        await qafila.request('GET', '/public/v1/meter/m/query', { query });
        await qafila.request('GET', '/public/v1/meter/m/query?groupBy=a&groupBy=b');
        expect(received.map(({ path }) => path)).toEqual([
          '/public/v1/meter/m/query?windowSize=DAY&groupBy=a&groupBy=b&filterGroupBy[model]=x%26y',
          '/public/v1/meter/m/query?groupBy=a&groupBy=b',
        ]);
        await expect(qafila.request('GET', '/public/v1/meter?limit=1', { query })).rejects.toThrow('not both');
        await expect(qafila.request('GET', 'public/v1/meter')).rejects.toThrow('begins with /');
      },
    );
  });

  test('gives the response itself on demand, whose text keeps the digits of the service', async () => {
    await withServer(
      () => ({ body: '{"amount":1500.50}', headers: { 'x-request-id': 'req-7' } }),
      async (qafila) => {
        const response = await qafila.request('GET', '/public/v1/refund/rf_1', { as: 'response' });
        expect([response.status, response.headers.get('x-request-id'), await response.text()]).toEqual([
          200,
          'req-7',
          '{"amount":1500.50}',
        ]);
      },
    );
  });

  test('chooses the authentication of the documented operation, else by the path', async () => {
    await withServer(
      (request) => (isToken(request) ? token : done({})),
      async (qafila, { received }) => {
        const paths = [
          ['GET', '/oe/aggtr/api/v1/shipments/couriers'],
          ['POST', '/oe/aggtr/api/v1/couriers/sandbox-express/webhook'],
          ['GET', '/.well-known/jwks.json'],
          ['POST', '/oe/aggtr/api/v2/pickups'],
          ['POST', '/public/v9/reports'],
          ['GET', '/openapi.json'],
        ] as const;
        for (const [method, path] of paths) await qafila.request(method, path, method === 'POST' ? { body: {} } : {});
        const seen = received
          .filter((request) => !isToken(request))
          .map(({ headers }) => [headers['token'] ?? headers['x-api-key'] ?? 'none', 'x-signature' in headers]);
        expect(seen).toEqual([
          ['t1', false],
          ['none', false],
          ['none', false],
          ['t1', false],
          ['sk_stage_1', true],
          ['none', false],
        ]);
      },
      { serviceAccount },
    );
  });

  test("lets the caller's headers come before its own", async () => {
    await withServer(
      () => done({}),
      async (qafila, { received }) => {
        const headers = { 'X-Signature': 'mine', 'Idempotency-Key': 'key-1' };
        await qafila.request('POST', '/public/v1/refund', { body: {}, headers });
        expect(received[0]?.headers).toMatchObject({ 'x-signature': 'mine', 'idempotency-key': 'key-1' });
      },
    );
  });
});

describe('a repeat of request()', () => {
  test('of a documented write that takes a key is safe, under one key', async () => {
    await withServer(
      (_, count) => (count === 1 ? 'drop' : done({ ok: true })),
      async (qafila, { received }) => {
        expect(await qafila.request('POST', '/public/v1/refund', { body: {} })).toEqual({ ok: true });
        const [first, second] = received.map(({ headers }) => headers['idempotency-key']);
        expect([received.length, second]).toEqual([2, first]);
        await qafila.request('POST', '/public/v1/refund', { body: {}, idempotencyKey: 'mine' });
        expect(received[2]?.headers['idempotency-key']).toBe('mine');
      },
    );
  });

  test('of an unknown write has a key, and happens only where nothing was carried out', async () => {
    await withServer(
      (_, count) => (count === 1 ? refused(503, 'service_unavailable') : 'drop'),
      async (qafila, { received }) => {
        const call = qafila.request('POST', '/public/v9/reports', { body: {} });
        await expect(call).rejects.toBeInstanceOf(ConnectionError);
        const keys = received.map(({ headers }) => headers['idempotency-key']);
        expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
      },
    );
  });

  test('follows "retryable" of the answer', async () => {
    await withServer(
      () => refused(429, 'quota_used_up', { retryable: false }),
      async (qafila, { received }) => {
        await expect(qafila.request('GET', '/public/v1/meter')).rejects.toMatchObject({ code: 'quota_used_up' });
        expect(received).toHaveLength(1);
      },
    );
    await withServer(
      (_, count) => (count === 1 ? refused(500, 'try_again', { retryable: true }) : done({})),
      async (qafila, { received }) => {
        await qafila.request('GET', '/public/v1/meter');
        expect(received).toHaveLength(2);
      },
    );
  });

  test('happens too where the connection ends within the answer', async () => {
    await withServer(
      (_, count) => (count === 1 ? { isCut: true } : done({ ok: true })),
      async (qafila, { received }) => {
        expect(await qafila.request('GET', '/public/v1/meter')).toEqual({ ok: true });
        expect(received).toHaveLength(2);
      },
    );
  });
});

describe('a failure of request()', () => {
  test('is a typed error', async () => {
    await withServer(
      () => refused(404, 'not_found'),
      async (qafila) => {
        const call = qafila.request('GET', '/public/v1/refund/x', { as: 'response' });
        await expect(call).rejects.toBeInstanceOf(NotFoundError);
      },
    );
  });

  test.each<[string, () => Promise<string>]>([
    ['a port on which nothing listens', closedAddress],
    ['a name that does not exist', () => Promise.resolve('http://qafila.invalid')],
  ])('without a connection, at %s, names the address and says that nothing was sent', async (_, address) => {
    const baseUrl = await address();
    const qafila = new Qafila({ baseUrl, retry: { retriesMax: 0 } });
    const error: unknown = await qafila.request('GET', '/openapi.json').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ url: `${baseUrl}/openapi.json`, mayBeCarriedOut: false });
    expect((error as Error).message).toMatch(
      / cannot be reached \((ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\); nothing was sent$/,
    );
    expect((error as Error).message).toContain(baseUrl);
  });

  test('after the request was sent says that it may have been carried out', async () => {
    await withServer(
      () => 'drop',
      async (qafila) => {
        const call = qafila.api.createApiKey({ body: {} });
        await expect(call).rejects.toMatchObject({
          mayBeCarriedOut: true,
          message: expect.stringContaining('may have been carried out'),
        });
      },
    );
  });

  test('is sent again if no connection came about, whatever the operation', async () => {
    let tries = 0;
    const refusing: typeof fetch = () => {
      const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
      return ++tries < 3 ? Promise.reject(new TypeError('fetch failed', { cause })) : fetch('data:application/json,{}');
    };
    const keys = { apiKey: 'k', accountId: 'a', hmacSecret: 's' };
    const qafila = new Qafila({ baseUrl: 'http://x', ...keys, retry: { pauseMs: 1 }, fetch: refusing });
    await qafila.api.createApiKey({ body: {} });
    expect(tries).toBe(3);
  });

  test('of a service account that is not valid is the refusal of its token', async () => {
    await withServer(
      () => ({ status: 401, body: { error: 'invalid_client', error_description: 'The secret is wrong.' } }),
      async (qafila, { received }) => {
        const error: unknown = await qafila.api.listCouriers().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(AuthenticationError);
        expect(error).toMatchObject({ code: 'invalid_client' });
        expect(received).toHaveLength(1);
      },
      { serviceAccount },
    );
  });
});

test('an access token is requested again after 503', async () => {
  await withServer(
    (request, count) => {
      if (!isToken(request)) return { body: { code: '200', status: 'Success', data: { couriers: [] } } };
      return count === 1 ? refused(503, 'service_unavailable') : token;
    },
    async (qafila) => {
      expect(await qafila.request('GET', '/oe/aggtr/api/v1/shipments/couriers')).toEqual({ couriers: [] });
    },
    { serviceAccount },
  );
});
