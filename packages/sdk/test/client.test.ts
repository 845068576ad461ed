import { describe, expect, test } from '@jest/globals';
import { verifyRequestSignature } from '@qafila/signing/request-signature';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  Qafila,
  QafilaError,
} from '../src/index.ts';
import { done, refused, withServer } from './scripted-server.ts';
import type { Received, Script } from './scripted-server.ts';

const refund = (qafila: Qafila): Promise<unknown> =>
  qafila.api.createRefund({ body: { payment_intent_id: 'pi_1', refunded_amount: '10.00' } });

describe('a request', () => {
  test('is authenticated, signed over the bytes that are sent, and unwrapped', async () => {
    await withServer(
      () => done({ _id: 'rf_1' }),
      async (qafila, { received }) => {
        expect(await refund(qafila)).toEqual({ _id: 'rf_1' });
        const [{ method, path, headers, body }] = received as [Received];
        expect([method, path, headers['x-api-key'], headers['x-account-id']]).toEqual([
          'POST',
          '/public/v1/refund',
          'sk_stage_1',
          'acc',
        ]);
        const signature = headers['x-signature'] as string;
        expect(verifyRequestSignature({ rawBody: Buffer.from(body), signature, secrets: ['secret'] })).toBe(true);
        expect(JSON.parse(body)).toEqual({ payment_intent_id: 'pi_1', refunded_amount: '10.00' });
      },
    );
  });

  test('reads are not signed; path and query are encoded', async () => {
    await withServer(
      () => done({}),
      async (qafila, { received }) => {
        await qafila.api.getRefund({ path: { id: 'a/b?c' } });
        await qafila.api.listRefunds({ query: { payment_intent_id: 'pi&1', limit: 2 } });
        expect(received.map(({ path }) => path)).toEqual([
          '/public/v1/refund/a%2Fb%3Fc',
          '/public/v1/refund?payment_intent_id=pi%261&limit=2',
        ]);
        expect(received[0]?.headers['x-signature']).toBeUndefined();
      },
    );
  });

  test('of a session is sent without key, signature and token', async () => {
    await withServer(
      () => done({ _id: 'rf_1' }),
      async (_, { url, received }) => {
        const qafila = new Qafila({ baseUrl: url, session: true });
        expect(await refund(qafila)).toEqual({ _id: 'rf_1' });
        await qafila.api.cancelShipment({ path: { shipment_id: 'shp_1' } });
        expect(received.map(({ path }) => path)).toEqual([
          '/public/v1/refund',
          '/oe/aggtr/api/v1/shipments/shp_1/cancel',
        ]);
        for (const { headers } of received)
          expect(
            Object.keys(headers).filter((name) => /^(x-api-key|x-account-id|x-signature|token)$/.test(name)),
          ).toEqual([]);
      },
    );
  });

  test('whose answer has no data gives its message', async () => {
    const message = 'Cancellation accepted';
    await withServer(
      ({ path }) =>
        path.endsWith('/token')
          ? { body: { access_token: 't', expires_in: 3600 } }
          : { status: 202, body: { code: '202', status: 'Success', message, data: {} } },
      async (qafila) => {
        const answer: { message: string } = await qafila.api.cancelShipment({ path: { shipment_id: 'shp_1' } });
        expect(answer).toEqual({ message });
      },
      { serviceAccount: { clientId: 'c', clientSecret: 's', companyCode: 'd' } },
    );
  });
});

describe('a failure', () => {
  test('is a typed error with code, field, request id and all violations', async () => {
    const violations = [{ code: 'unknown_field', field: 'refund_amount', message: 'refund_amount is not a field' }];
    await withServer(
      () => ({
        ...(refused(400, 'unknown_field', { details: violations }) as object),
        headers: { 'x-request-id': 'req-1' },
      }),
      async (qafila) => {
        const error = await refund(qafila).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(InvalidRequestError);
        expect(error).toMatchObject({
          status: 400,
          code: 'unknown_field',
          param: 'amount',
          requestId: 'req-1',
          violations,
        });
      },
    );
  });

  test.each([
    [401, 'invalid_api_key', AuthenticationError],
    [409, 'illegal_transition', ConflictError],
    [500, 'internal_error', QafilaError],
  ])('%i is not sent again', async (status, code, type) => {
    await withServer(
      () => refused(status, code),
      async (qafila, { received }) => {
        await expect(refund(qafila)).rejects.toBeInstanceOf(type);
        expect(received).toHaveLength(1);
      },
    );
  });

  test('of a shipment has the code of its first violation and the sentence for the customer', async () => {
    const body = {
      errorCode: '404',
      errorMessage: 'There is no shipment "x".',
      errorStatus: 'Error',
      userMessage: 'This shipment was not found.',
      details: [{ code: 'SHIPMENT_NOT_FOUND', field: null, message: 'There is no shipment "x".' }],
    };
    await withServer(
      ({ path }) =>
        path.endsWith('/token') ? { body: { access_token: 't', expires_in: 3600 } } : { status: 404, body },
      async (qafila) => {
        await expect(qafila.api.trackShipment({ path: { shipment_id: 'x' } })).rejects.toMatchObject({
          name: 'NotFoundError',
          code: 'SHIPMENT_NOT_FOUND',
          userMessage: 'This shipment was not found.',
        });
      },
      { serviceAccount: { clientId: 'c', clientSecret: 's', companyCode: 'd' } },
    );
  });
});

describe('retries', () => {
  test('repeat 502, 503 and lost connections under one idempotency key', async () => {
    const script: Script[] = [
      refused(503, 'service_unavailable'),
      'drop',
      refused(502, 'bad_gateway'),
      done({ ok: 1 }),
    ];
    await withServer(
      (_, count) => script[count - 1] as Script,
      async (qafila, { received }) => {
        expect(await refund(qafila)).toEqual({ ok: 1 });
        const keys = new Set(received.map(({ headers }) => headers['idempotency-key']));
        expect([received.length, keys.size, [...keys][0]]).toEqual([4, 1, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
      },
    );
  });

  test('end after their number with the error of the last answer', async () => {
    await withServer(
      () => refused(503, 'service_unavailable'),
      async (qafila, { received }) => {
        await expect(refund(qafila)).rejects.toMatchObject({ code: 'service_unavailable' });
        expect(received).toHaveLength(3);
      },
      { retry: { retriesMax: 2 } },
    );
  });

  test('never repeat a request with a second effect after an answer that leaves it open', async () => {
    await withServer(
      () => refused(502, 'bad_gateway'),
      async (qafila, { received }) => {
        await expect(qafila.api.createApiKey({ body: {} })).rejects.toMatchObject({ status: 502 });
        expect(received).toHaveLength(1);
      },
    );
    await withServer(
      () => 'drop',
      async (qafila, { received }) => {
        await expect(qafila.api.createApiKey({ body: {} })).rejects.toBeInstanceOf(ConnectionError);
        expect(received).toHaveLength(1);
      },
    );
  });

  test('wait as long as Retry-After says', async () => {
    await withServer(
      (_, count) =>
        count === 1 ? { ...(refused(429, 'rate_limited') as object), headers: { 'retry-after': '1' } } : done({}),
      async (qafila) => {
        const began = performance.now();
        await refund(qafila);
        expect(performance.now() - began).toBeGreaterThanOrEqual(990);
      },
    );
  });

  test('a caller can stop them', async () => {
    const stop = new AbortController();
    await withServer(
      (_, count) => {
        if (count === 3) stop.abort(new Error('the caller has gone'));
        return refused(503, 'service_unavailable');
      },
      async (qafila, { received }) => {
        const call = qafila.api.getRefund({ path: { id: 'x' }, signal: stop.signal });
        await expect(call).rejects.toThrow('the caller has gone');
        expect(received).toHaveLength(3);
      },
      { retry: { retriesMax: 1_000 } },
    );
  });
});

test('a list is read page by page', async () => {
  const pages: Record<string, unknown> = {
    none: { items: [1, 2], next_cursor: 'a' },
    a: { items: [3], next_cursor: 'b' },
    b: { items: [], next_cursor: null },
  };
  await withServer(
    ({ path }) => done(pages[new URL(path, 'http://x').searchParams.get('cursor') ?? 'none']),
    async (qafila, { received }) => {
      const items: unknown[] = [];
      for await (const item of qafila.all('listRefunds', { query: { payment_intent_id: 'pi_1' } })) items.push(item);
      expect(items).toEqual([1, 2, 3]);
      expect(received.every(({ path }) => path.includes('payment_intent_id=pi_1'))).toBe(true);
    },
  );
});

test("an endpoint's events are read by sequence number", async () => {
  const pages: Record<string, unknown> = {
    none: { items: [{ sequence: 1 }], next_after: 1, last_sequence: 2 },
    1: { items: [{ sequence: 2 }], next_after: null, last_sequence: 2 },
  };
  await withServer(
    ({ path }) => done(pages[new URL(path, 'http://x').searchParams.get('after') ?? 'none']),
    async (qafila, { received }) => {
      const sequences: number[] = [];
      for await (const { sequence } of qafila.all('listWebhookEvents', { path: { id: 'ep_1' } }))
        sequences.push(sequence);
      expect(sequences).toEqual([1, 2]);
      expect(received).toHaveLength(2);
    },
  );
});

test('a query takes arrays, objects, and arrays in objects', async () => {
  await withServer(
    () => done({ items: [] }),
    async (qafila, { received }) => {
      const query = { groupBy: ['model', 'zone'], filterGroupBy: { model: ['a&b', 'c'], zone: 'd' }, from: undefined };
      await qafila.request('GET', '/public/v1/meter/m/query', { query });
      const { search, searchParams } = new URL(received[0]?.path as string, 'http://x');
      expect([...searchParams]).toEqual([
        ['groupBy', 'model'],
        ['groupBy', 'zone'],
        ['filterGroupBy[model]', 'a&b'],
        ['filterGroupBy[model]', 'c'],
        ['filterGroupBy[zone]', 'd'],
      ]);
      expect(search).toContain('filterGroupBy[model]=a%26b');
    },
  );
});

describe('access tokens', () => {
  const serviceAccount = { clientId: 'c', clientSecret: 's', companyCode: 'd' };
  const listCouriers = (qafila: Qafila): Promise<unknown> => qafila.api.listCouriers();

  test('are shared by concurrent calls, sent in Token, and renewed after a refusal', async () => {
    let tokens = 0;
    await withServer(
      ({ path, headers }) => {
        if (path.endsWith('/token')) return { body: { access_token: `t${++tokens}`, expires_in: 3600 } };
        if (headers['token'] === 't1' && tokens === 1)
          return { status: 401, body: { details: [{ code: 'TOKEN_EXPIRED', field: 'Token', message: 'old' }] } };
        return { body: { code: '200', status: 'Success', message: 'ok', data: { couriers: [] } } };
      },
      async (qafila, { received }) => {
        await Promise.all([listCouriers(qafila), listCouriers(qafila), listCouriers(qafila)]);
        expect(tokens).toBe(2);
        expect(JSON.parse(received[0]?.body ?? '')).toEqual({ ...serviceAccount, grantType: 'client_credentials' });
      },
      { serviceAccount },
    );
  });
});
