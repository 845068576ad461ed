import { afterEach, expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '@qafila/testing/chromium';
import type { Json } from '@qafila/testing/http-call';
import { ORDER } from '../../apps/payment/test/harness.ts';
import { CARD } from '../browser/scenes.ts';
import { axeViolations, startShop } from '../browser/stage.ts';
import { startPlatform } from '../harness/platform.ts';
import type { Platform } from '../harness/platform.ts';

export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
export const PHONE = 360;
export const DESK = 1440;

/** Each language at each width, in both schemes. */
export const VIEWS = [
  { language: 'en', width: DESK, scheme: 'light' },
  { language: 'ar', width: PHONE, scheme: 'light' },
  { language: 'en', width: PHONE, scheme: 'dark' },
  { language: 'ar', width: DESK, scheme: 'dark' },
] as const;
export type View = (typeof VIEWS)[number];

export interface PortalStage {
  platform: Platform;
  browser: Browser;
  /** Pays an order by card, as a customer, and returns the intent. */
  pay(order: string, more?: Json): Promise<string>;
  read(path: string): Promise<Json>;
  stop(): Promise<void>;
}

export async function startPortalStage(): Promise<PortalStage> {
  const platform = await startPlatform();
  const shop = await startShop();
  const browser = await launchChromium().catch(async (error: unknown) => {
    await Promise.all([shop.stop(), platform.stop()]);
    throw error;
  });
  const read = async (path: string): Promise<Json> => (await platform.call('GET', `/public/v1${path}`)).body.data;
  return {
    platform,
    browser,
    read,
    pay: async (order, more = {}) => {
      const urls = { success_url: `${shop.url}/paid`, failure_url: `${shop.url}/failed` };
      const checkout = { ...ORDER, amount: 150, ...urls, ...more, metadata: { order_reference: order } };
      const { body, text } = await platform.call('POST', '/public/v1/payment/checkout', checkout);
      if (!body.success) throw new Error(text);
      await payByCard(browser, body.data.checkout_page_url as string, shop.url);
      return body.data._id as string;
    },
    stop: async () => {
      await browser.close();
      await shop.stop();
      await platform.stop();
    },
  };
}

async function payByCard(browser: Browser, url: string, shopUrl: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.check('input[value=card]');
  await page.click('main form button');
  await page.fill('#number', CARD);
  await page.fill('#expiry', '12/34');
  await page.fill('#cvc', '123');
  await page.click('button[name=pay]');
  await page.waitForURL(`${shopUrl}/paid?*`);
  await page.close();
}

/** One person at the portal. Nothing in their browser may complain or call another origin. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Opens a screen by its path below /portal. */
  open(path: string): Promise<void>;
  /** The screen fits, is accessible, and is saved as a picture where one is wanted. */
  look(name: string): Promise<void>;
  signIn(): Promise<void>;
  end(): Promise<void>;
}

/** A signed-out visitor's question who they are is answered with 401, which Chromium reports as an error. */
const EXPECTED = /status of 401/;

async function visitor({ platform, browser }: PortalStage, view: View): Promise<Visitor> {
  const { language, width, scheme } = view;
  const { portal } = platform.merchant;
  const context = await browser.newContext({
    viewport: { width, height: width === PHONE ? 740 : 900 },
    locale: language,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  const origins = new Set<string>();
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !EXPECTED.test(message.text())) complaints.push(`${message.text()} (${page.url()})`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  const open = async (path: string): Promise<void> => {
    await page.goto(`${portal.url}${path}`);
  };
  return {
    page,
    context,
    open,
    look: (name) => look(page, view, name),
    signIn: async () => {
      await page.fill('input[name=email]', portal.email);
      await page.fill('input[name=password]', portal.password);
      await page.click('form button[type=submit]');
      await page.waitForSelector('#content h1');
    },
    end: async () => {
      await context.close();
      expect(complaints).toEqual([]);
      const own = ['null', new URL(portal.url).origin];
      expect([...origins].filter((origin) => !own.includes(origin))).toEqual([]);
    },
  };
}

/** Opens browsers for the tests of a suite. The end of each test closes them, and judges what they complained about. */
export function visitorsOf(stage: () => PortalStage): (view: View) => Promise<Visitor> {
  const visitors: Visitor[] = [];
  afterEach(async () => {
    for (const each of visitors.splice(0)) await each.end();
  });
  return async (view) => {
    const each = await visitor(stage(), view);
    visitors.push(each);
    return each;
  };
}

async function look(page: Page, { language, width, scheme }: View, name: string): Promise<void> {
  await page.locator('[class*=Skeleton-root]').first().waitFor({ state: 'detached' });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  if (process.env['SCREENSHOTS'])
    await page.screenshot({
      path: `${process.env['SCREENSHOTS']}/portal-${name}-${width}.${language}.${scheme}.png`,
      fullPage: true,
    });
  expect(await axeViolations(page)).toEqual([]);
}
