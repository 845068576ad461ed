import { expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { launchChromium } from '@qafila/testing/chromium';
import type { TestKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { ORDER } from '../../apps/payment/test/harness.ts';
import { startSink } from '../../apps/webhooks/test/sink.ts';
import type { Sink } from '../../apps/webhooks/test/sink.ts';
import { startPlatform } from '../harness/platform.ts';
import type { Platform } from '../harness/platform.ts';
import { customerOf, LANGUAGES, startShop } from './stage.ts';
import type { Customer } from './stage.ts';

const V1 = '/public/v1';
const HOOKS = '/hooks';

// Bodies have no type, as in a merchant's program.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

/**
 * The platform as `npm start -- --kafka` runs it, each service a process; a merchant's shop with its webhook receiver;
 * and Chromium.
 */
export interface PlatformStage {
  platform: Platform;
  sink: Sink;
  shop: string;
  /** Each customer has the next language. */
  customer(): Promise<Customer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Body>;
  checkout(order: string, amount?: number | string, more?: object): Promise<Body>;
  bnpl(order: string, amount?: number): Promise<Body>;
  /** Calls the sandbox's control API. */
  control(method: string, path: string, body?: unknown): Promise<Body>;
  /** Waits for `count` webhooks about an id and returns them, each verified by a third-party library. */
  webhooksOf(id: string, count: number): Promise<Body[]>;
  hooks: { accept(): void; refuse(): void };
  stop(): Promise<void>;
}

export async function startPlatformStage(kafka: TestKafka): Promise<PlatformStage> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  const stopLater = async <T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    stops.push(() => started.stop());
    return started;
  };
  try {
    const [sink, shop] = [await stopLater(startSink()), await stopLater(startShop())];
    const platform = await stopLater(
      startPlatform({
        flags: ['--kafka'],
        environment: {
          KAFKA_BROKERS: kafka.brokers,
          KAFKA_PREFIX: kafka.topicPrefix,
          KAFKA_PARTITIONS: '2',
          WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,1,1,1,1,1',
        },
      }),
    );
    const browser = await launchChromium();
    stops.push(() => browser.close());
    return { ...(await buildStage({ platform, sink, shop: shop.url, browser })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function buildStage({
  platform,
  sink,
  shop,
  browser,
}: {
  platform: Platform;
  sink: Sink;
  shop: string;
  browser: Browser;
}): Promise<Omit<PlatformStage, 'stop'>> {
  const post: PlatformStage['post'] = async (path, body, headers) => {
    const answer = await platform.call('POST', V1 + path, body, headers);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const { secret } = await post('/webhook/endpoints', {
    url: sink.url + HOOKS,
    event_types: [
      'PAYMENT_INTENT_NOTIFICATION',
      'WALLETPROVIDER_BNPL_NOTFICATION',
      'WALLETPROVIDER_SUBSCRIPTION_NOTIFICATION',
    ],
  });
  let [customers, isRefusing] = [0, false];
  const accepted = new Set<string>();
  sink.behave(HOOKS, ({ headers }, response) => {
    if (!isRefusing) accepted.add(String(headers['webhook-id']));
    response.writeHead(isRefusing ? 503 : 200).end();
  });
  const redirects = {
    wallet_type: 'walletprovider',
    success_redirect_url: `${shop}/paid`,
    failure_redirect_url: `${shop}/failed`,
    payment_method_types: 'wallet',
  };
  return {
    platform,
    sink,
    shop,
    post,
    customer: () => customerOf(browser, LANGUAGES[customers++ % LANGUAGES.length] as (typeof LANGUAGES)[number]),
    checkout: (order, amount = 150, more = {}) =>
      post('/payment/checkout', {
        ...ORDER,
        amount,
        ...more,
        metadata: { order_reference: order },
        success_url: `${shop}/paid`,
        failure_url: `${shop}/failed`,
      }),
    bnpl: (order, amount = 200) =>
      post('/bnpl/wallet/setup', { ...redirects, amount, order_reference: order, description: 'طلب' }),
    control: (method, path, body) => control(`${platform.merchant.sandboxUrl}/control${path}`, method, body),
    webhooksOf: (id, count) => webhooksOf({ sink, accepted, secret: secret as string }, id, count),
    hooks: {
      accept: () => {
        isRefusing = false;
      },
      refuse: () => {
        isRefusing = true;
      },
    },
  };
}

async function control(url: string, method: string, body?: unknown): Promise<Body> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function webhooksOf(
  { sink, accepted, secret }: { sink: Sink; accepted: Set<string>; secret: string },
  id: string,
  count: number,
): Promise<Body[]> {
  const requests = await eventually(
    () => {
      const all = new Map(
        sink
          .at(HOOKS)
          .filter(({ headers, body }) => body.includes(`"${id}"`) && accepted.has(String(headers['webhook-id'])))
          .map((request) => [String(request.headers['webhook-id']), request]),
      );
      return all.size >= count ? [...all.values()] : null;
    },
    { timeoutMs: 45_000, what: `${count} webhooks of ${id}` },
  );
  expect(requests).toHaveLength(count);
  return requests.map(({ body, headers }) => new Webhook(secret).verify(body, headers as Record<string, string>));
}
