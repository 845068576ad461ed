import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '@qafila/testing/chromium';
import { ports } from '@qafila/testing/ports';
import { startPaymentForTest } from '../../apps/payment/test/harness.ts';
import type { Json } from '@qafila/testing/http-call';
import type { PaymentUnderTest } from '../../apps/payment/test/harness.ts';
import { startSandboxProcess } from '../../apps/payment/test/sandbox.ts';
import type { RunningSandbox } from '../../apps/payment/test/sandbox.ts';

export const LANGUAGES = ['en', 'ar', 'ur'] as const;
export type Language = (typeof LANGUAGES)[number];
export const PHONE = { width: 360, height: 740 };
const API = '/public/v1';

/** The payment service, the sandbox, a shop to return to, and a Chromium of a phone's size. */
export interface Stage {
  payment: PaymentUnderTest;
  sandbox: RunningSandbox;
  shop: string;
  browser: Browser;
  customer(language: Language, more?: BrowserContextOptions): Promise<Customer>;
  checkout(more?: Json): Promise<Json>;
  bnpl(amount: number, more?: Json): Promise<Json>;
  subscription(phone?: string): Promise<Json>;
  statusOf(intentId: string): Promise<string>;
  stop(): Promise<void>;
}

export interface Customer {
  page: Page;
  context: BrowserContext;
  language: Language;
  /** Opens the page in the customer's language. */
  open(url: string): Promise<void>;
}

export async function startStage(): Promise<Stage> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  try {
    return await buildStage(stops, stop);
  } catch (error) {
    // Parts that have started would keep the test run from ending.
    await stop();
    throw error;
  }
}

async function buildStage(stops: (() => Promise<unknown>)[], stop: () => Promise<void>): Promise<Stage> {
  const { service } = await ports('service');
  const publicUrl = `http://127.0.0.1:${service}`;
  const shop = await startShop();
  stops.push(shop.stop);
  const sandbox = await startSandboxProcess(publicUrl);
  stops.push(sandbox.stop);
  const payment = await startPaymentForTest({
    providers: 'from settings',
    worker: true,
    more: {
      PORT: String(service),
      PAYMENT_PUBLIC_URL: publicUrl,
      SANDBOX_URL: sandbox.url,
      SANDBOX_SECRET: sandbox.secret,
    },
  });
  stops.push(payment.stop);
  const browser = await launchChromium();
  stops.push(() => browser.close());
  await payment.call('PUT', `${API}/payment/store`, { name: 'متجر النخيل Palm Store', color: '#7a3e00' });
  const setUp = async (path: string, body: Json): Promise<Json> => {
    const answer = await payment.call('POST', API + path, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data as Json;
  };
  const redirects = {
    wallet_type: 'walletprovider',
    success_redirect_url: `${shop.url}/paid`,
    failure_redirect_url: `${shop.url}/failed`,
    payment_method_types: 'wallet',
  };
  return {
    payment,
    sandbox,
    browser,
    shop: shop.url,
    stop,
    customer: (language, more) => customerOf(browser, language, more),
    checkout: (more = {}) =>
      payment.checkout({ success_url: `${shop.url}/paid`, failure_url: `${shop.url}/failed`, ...more }),
    bnpl: (amount, more = {}) =>
      setUp('/bnpl/wallet/setup', {
        ...redirects,
        amount,
        order_reference: `bnpl-${amount}`,
        description: 'طلب',
        ...more,
      }),
    subscription: (phone = '+12025550001') => setUp('/subscription/wallet/setup', { ...redirects, phone }),
    statusOf: async (id) => (await payment.call('GET', `${API}/payment/intent/${id}`)).body.data.pi_status as string,
  };
}

export async function customerOf(
  browser: Browser,
  language: Language,
  more: BrowserContextOptions = {},
): Promise<Customer> {
  const context = await browser.newContext({ viewport: PHONE, locale: language, ...more });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  return { context, page, language, open: async (url) => void (await page.goto(`${url}?lang=${language}`)) };
}

/** The shop that the customer returns to; every address answers with a page. */
export async function startShop(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1></main>',
      ),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export interface Violation {
  id: string;
  help: string;
  nodes: string[];
}

/**
 * The violations that axe finds on the page. The context must bypass the page's policy, which would refuse axe's
 * script.
 */
export async function axeViolations(page: Page): Promise<Violation[]> {
  await page.evaluate(await axeSource());
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run({ resultTypes: ['violations'] })).violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => node.html),
    }));
  });
}

let source: Promise<string> | undefined;
function axeSource(): Promise<string> {
  return (source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
}
