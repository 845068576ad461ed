import { describe, expect, test } from '@jest/globals';
import { MissingCredentialsError, Qafila } from '../src/index.ts';
import { done, withServer } from './scripted-server.ts';

// What types would refuse.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const wrong = (value: unknown): any => value;

describe('mistakes in JavaScript are named before anything is sent', () => {
  test.each([
    [undefined, /needs baseUrl/],
    [{}, /needs baseUrl, the address .* not undefined/],
    [{ baseUrl: 'localhost:8080' }, /with https:\/\/ or http:\/\/, not "localhost:8080"/],
    [{ baseUrl: 'http://x', api_key: 'k' }, /no option api_key; did you mean apiKey\?/],
  ])('options %j', (options, message) => {
    expect(() => new Qafila(wrong(options))).toThrow(message);
  });

  test.each([{}, { path: {} }, { path: { id: undefined } }, { path: { id: '' } }])(
    'a path without its value: %j',
    async (input) => {
      await withServer(
        () => done({}),
        async (qafila, { received }) => {
          await expect(qafila.api.getMeter(wrong(input))).rejects.toThrow(
            /needs path: \{ id \}; it is (empty|missing)/,
          );
          expect(received).toHaveLength(0);
        },
      );
    },
  );

  test.each<[string, (qafila: Qafila) => Promise<unknown>, string]>([
    ['a parameter of the query', (qafila) => qafila.api.listMeters(wrong({ limit: 1 })), 'query: { limit }'],
    ['a parameter of the path', (qafila) => qafila.api.getMeter(wrong({ id: 'm' })), 'path: { id }'],
    ['a field of the body', (qafila) => qafila.api.createRefund(wrong({ amount: 1 })), 'body: { amount }'],
    ['a query of a list', (qafila) => qafila.all('listRefunds', wrong({ limit: 1 })).next(), 'query: { limit }'],
    ['an option in another case', (qafila) => qafila.api.listMeters(wrong({ Query: {} })), 'did you mean query?'],
    ['an option of request()', (qafila) => qafila.request('GET', '/x', wrong({ params: {} })), 'no option params'],
  ])('%s that is not where it belongs', async (_, call, hint) => {
    await withServer(
      () => done({ items: [], next_cursor: null }),
      async (qafila, { received }) => {
        await expect(call(qafila)).rejects.toThrow(TypeError);
        await expect(call(qafila)).rejects.toThrow(hint);
        expect(received).toHaveLength(0);
      },
    );
  });
});

describe('credentials that are missing', () => {
  test.each<[string, object, (qafila: Qafila) => Promise<unknown>, [string, string]]>([
    ['a key', { apiKey: undefined }, (qafila) => qafila.api.listMeters(), ['apiKey', 'listMeters needs apiKey in']],
    ['an account', { accountId: '' }, (qafila) => qafila.api.listMeters(), ['accountId', 'listMeters needs accountId']],
    [
      'a secret of a write that must be signed',
      { hmacSecret: undefined },
      (qafila) => qafila.api.createCheckout(wrong({ body: {} })),
      [
        'hmacSecret',
        'createCheckout needs hmacSecret in the options of Qafila: the platform refuses it without a signature.',
      ],
    ],
    [
      'the secret of a path',
      { hmacSecret: '' },
      (qafila) => qafila.request('POST', '/public/v1/refund', { body: {} }),
      ['hmacSecret', 'createRefund needs hmacSecret'],
    ],
    [
      'a service account',
      {},
      (qafila) => qafila.api.listCouriers(),
      ['serviceAccount', 'listCouriers needs serviceAccount in'],
    ],
  ])('%s: named before anything is sent', async (_, options, call, [needs, message]) => {
    await withServer(
      () => done({}),
      async (qafila, { received }) => {
        const error: unknown = await call(qafila).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(MissingCredentialsError);
        expect(error).toMatchObject({ needs, message: expect.stringContaining(message) });
        expect(received).toHaveLength(0);
      },
      options,
    );
  });

  test('a secret is not needed where a signature is optional, or where the caller signs', async () => {
    await withServer(
      () => done({}),
      async (qafila, { received }) => {
        await qafila.api.createMeter({ body: { name: 'Calls', aggregation_type: 'count' } });
        await qafila.request('POST', '/public/v1/refund', { body: {}, headers: { 'X-Signature': 'mine' } });
        expect(received.map(({ headers }) => headers['x-signature'])).toEqual([undefined, 'mine']);
      },
      { hmacSecret: undefined },
    );
  });
});
