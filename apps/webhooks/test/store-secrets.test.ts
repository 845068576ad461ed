import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { eventually } from '@qafila/testing/wait';
import { StoreSecrets } from '../src/store/store-secrets.ts';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';

type SecretsRequest = { body: { account_id: string; store_id: string }; headers: IncomingHttpHeaders; path: string };

/** Identity's endpoint for secrets, and its failures. */
class Identity {
  readonly requests: SecretsRequest[] = [];
  secrets: (storeId: string) => string[] = () => ['one'];
  trouble: ((response: ServerResponse) => void) | undefined;
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as SecretsRequest['body'];
      this.requests.push({ body, headers: request.headers, path: request.url ?? '' });
      if (this.trouble !== undefined) return this.trouble(response);
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ secrets: this.secrets(body.store_id) }));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
const AWAY: [string, (response: ServerResponse) => void][] = [
  [
    'an error',
    (response) => {
      response.writeHead(503).end('{}');
    },
  ],
  [
    'a refusal',
    (response) => {
      response.writeHead(403).end('{"secrets":["stolen"]}');
    },
  ],
  [
    'no JSON',
    (response) => {
      response.end('<html>');
    },
  ],
  [
    'no secrets',
    (response) => {
      response.end('{}');
    },
  ],
  [
    'a broken connection',
    (response) => {
      response.destroy();
    },
  ],
];

const keys = generateSealingKeys();
let identity: Identity;
let secrets: StoreSecrets;
let clockMs = 0;
beforeEach(async () => {
  const real = performance.now.bind(performance);
  clockMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => real() + clockMs);
  identity = new Identity();
  secrets = new StoreSecrets(await identity.start(), new Sealer(keys.privateKey, 'webhooks'), 'stage');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await secrets.close();
  await identity.stop();
});

describe('asking', () => {
  test('is done by the service itself, for one store, and remembered for a minute', async () => {
    identity.secrets = (storeId) => [`${storeId}-now`, `${storeId}-before`];
    expect(await secrets.of('acc', 's1')).toEqual(['s1-now', 's1-before']);
    expect(await secrets.of('acc', 's2')).toEqual(['s2-now', 's2-before']);
    clockMs = 59_000;
    expect(await secrets.of('acc', 's1')).toEqual(['s1-now', 's1-before']);
    expect(identity.requests.map(({ path, body }) => [path, body])).toEqual([
      ['/internal/v1/secrets/webhook', { account_id: 'acc', store_id: 's1' }],
      ['/internal/v1/secrets/webhook', { account_id: 'acc', store_id: 's2' }],
    ]);
    expect(identity.requests[0]?.headers[PRINCIPAL_HEADER]).toEqual(expect.any(String));
  });

  test('after the minute it is asked again: a rotated secret signs, the one before beside it', async () => {
    await secrets.of('acc', 's1');
    identity.secrets = () => ['two', 'one'];
    clockMs = 61_000;
    expect(await secrets.of('acc', 's1')).toEqual(['two', 'one']);
    expect(await secrets.of('acc', 's1')).toEqual(['two', 'one']);
    expect(identity.requests).toHaveLength(2);
  });

  test('a hundred at the same time are one question', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => secrets.of('acc', 's1')));
    expect(all).toEqual(Array.from({ length: 100 }, () => ['one']));
    expect(identity.requests).toHaveLength(1);
  });

  test('stores of two accounts are two', async () => {
    identity.secrets = () => [`asked ${identity.requests.length}`];
    expect(await secrets.of('a', 's')).toEqual(['asked 1']);
    expect(await secrets.of('b', 's')).toEqual(['asked 2']);
  });
});

describe('while identity is away', () => {
  test.each(AWAY)('(%s) a remembered secret goes on, an unknown store has none', async (_name, trouble) => {
    await secrets.of('acc', 'known');
    identity.trouble = trouble;
    clockMs = 3_600_000;
    expect(await secrets.of('acc', 'known')).toEqual(['one']);
    await expect(secrets.of('acc', 'unknown')).rejects.toThrow();
  });

  test('it gets one request a second', async () => {
    identity.trouble = AWAY[0]?.[1];
    for (let store = 0; store < 20; store++) await expect(secrets.of('acc', `s${store}`)).rejects.toThrow();
    expect(identity.requests).toHaveLength(1);
    identity.trouble = undefined;
    clockMs += 1_001;
    expect(await secrets.of('acc', 's1')).toEqual(['one']);
    expect(await secrets.of('acc', 's2')).toEqual(['one']);
    expect(identity.requests).toHaveLength(3);
  });

  test('one that does not answer is not waited for longer than two seconds', async () => {
    identity.trouble = () => {};
    const startedAt = performance.now();
    await expect(secrets.of('acc', 's')).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

describe('deliveries', () => {
  const away = new Identity();
  let webhooks: WebhooksUnderTest;
  beforeAll(async () => {
    away.secrets = (storeId) => [`secret of ${storeId}`];
    webhooks = await startWebhooksForTest({ IDENTITY_URL: await away.start() });
  });
  afterAll(async () => {
    await webhooks.stop();
    await away.stop();
  });
  const signatures = (path: string): unknown[] =>
    webhooks.sink.at(path).map(({ headers, body }) => [headers['x-signature'], body]);
  const signed = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');

  test('of a known store continue while identity is away; those of an unknown one wait until it is back', async () => {
    const body = '{"id":"tokens"}';
    await webhooks.endpoint('/known');
    await webhooks.publish({});
    await eventually(() =>
      expect(signatures('/known')).toEqual([[signed(body, `secret of ${webhooks.demo.storeId}`), body]]),
    );
    away.trouble = AWAY[0]?.[1];
    const stranger = { ...webhooks.owner, storeId: 'st_stranger' };
    const { status } = await webhooks.call(
      'POST',
      ENDPOINTS,
      { url: `${webhooks.sink.url}/unknown`, event_types: ['*'] },
      stranger,
    );
    expect(status).toBe(201);
    const earlier = away.requests.length;
    await webhooks.publish({ owner: stranger }, {}, { owner: stranger });
    await eventually(() => webhooks.sink.at('/known').length === 2);
    await eventually(() => away.requests.length >= earlier + 2);
    expect(webhooks.sink.at('/unknown')).toEqual([]);
    away.trouble = undefined;
    await eventually(() =>
      expect(signatures('/unknown')).toEqual([0, 1].map(() => [signed(body, 'secret of st_stranger'), body])),
    );
    expect(webhooks.sink.at('/unknown').map(({ headers }) => headers['webhook-sequence'])).toEqual(['1', '2']);
  });
});
