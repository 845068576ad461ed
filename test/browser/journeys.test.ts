import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeWithChromium } from '@qafila/testing/chromium';
import { eventually } from '@qafila/testing/wait';
import { startSink } from '../../apps/webhooks/test/sink.ts';
import { CARD, CHALLENGED, chooseCard, identify, typeCard, typeCode } from './scenes.ts';
import { LANGUAGES, startStage } from './stage.ts';
import type { Customer, Language, Stage } from './stage.ts';
import { watch } from './watch.ts';
import type { Watched } from './watch.ts';

const TABS_MAX = 30;

describeWithChromium("a customer's journeys", () => {
  let stage: Stage;
  const customers: { customer: Customer; watched: Watched }[] = [];
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage?.stop());

  /** In every journey, the browser calls no other origin and reports no error. */
  afterEach(async () => {
    const ownOrigins = [stage.payment.service.url, stage.sandbox.url, stage.shop];
    for (const { customer, watched } of customers.splice(0)) {
      await customer.context.close();
      expect(watched.complaints).toEqual([]);
      expect([...watched.origins].filter((origin) => !ownOrigins.includes(origin))).toEqual([]);
    }
  });

  async function customerOf(language: Language, more?: BrowserContextOptions): Promise<Customer> {
    const customer = await stage.customer(language, more);
    customers.push({ customer, watched: watch(customer) });
    return customer;
  }

  async function atCheckout(customer: Customer, more = {}): Promise<{ id: string; url: string }> {
    const { _id: id, checkout_page_url: url } = (await stage.checkout(more)) as {
      _id: string;
      checkout_page_url: string;
    };
    await customer.open(url);
    return { id, url };
  }

  async function expectPaidOnce(id: string, { page }: Customer): Promise<void> {
    await page.waitForURL(`${stage.shop}/paid?*`);
    expect(page.url()).toContain(`payment_intent_id=${id}&status=succeeded`);
    const { rows } = await stage.payment.pool.query(
      "SELECT state FROM operation WHERE intent_id = $1 AND kind = 'pay'",
      [id],
    );
    expect(rows).toHaveLength(1);
    await eventually(() =>
      stage.payment.published.some((event) => event.subject === id && event.data.status === 'succeeded'),
    );
    expect(
      stage.payment.published.filter((event) => event.subject === id && event.type === 'PAYMENT_INTENT_NOTIFICATION'),
    ).toHaveLength(1);
  }

  test.each(LANGUAGES)(
    'the keyboard alone is enough to pay, and the focus is always visible (%s)',
    async (language) => {
      const customer = await customerOf(language);
      const { page } = customer;
      const { id } = await atCheckout(customer);
      await tabTo(page, 'input[name=method]');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      expect(await page.isChecked('input[value=card]')).toBe(true);
      await tabTo(page, 'main form button');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#number');
      for (const [field, text] of [
        ['#number', CHALLENGED],
        ['#expiry', '12/34'],
        ['#cvc', '123'],
      ] as const) {
        await tabTo(page, field);
        await page.keyboard.type(text);
      }
      await tabTo(page, 'button[name=pay]');
      await page.keyboard.press('Space');
      await page.waitForSelector('#code');
      await tabTo(page, '#code');
      await page.keyboard.type('123456');
      await page.keyboard.press('Enter');
      await expectPaidOnce(id, customer);
    },
  );

  test('a card and a wallet pay without JavaScript', async () => {
    const byCard = await customerOf('ar', { javaScriptEnabled: false });
    const { id } = await atCheckout(byCard);
    await chooseCard(byCard);
    await typeCard(byCard, CARD);
    await expectPaidOnce(id, byCard);

    const byWallet = await customerOf('ur', { javaScriptEnabled: false });
    const bnpl = (await stage.bnpl(350)) as { payment_intent_id: string; redirect_url: string };
    await byWallet.open(bnpl.redirect_url);
    await identify(byWallet);
    await typeCode(byWallet);
    await byWallet.page.waitForSelector('meta[http-equiv=refresh]', { state: 'attached' });
    await confirmInApp(byWallet);
    // The page refreshes itself and then leads to the shop.
    await expectPaidOnce(bnpl.payment_intent_id, byWallet);
  });

  /** Opens the wallet's app by its link on the sandbox's home page, and confirms. */
  async function confirmInApp({ context }: Customer): Promise<void> {
    const app = await context.newPage();
    await app.goto(stage.sandbox.url);
    await app.click('table a:has-text("App")');
    await app.click('form[action$="/confirm"] button');
    await app.waitForSelector('main:not(:has(form))');
    await app.close();
  }

  test.each([true, false])('a double press of each button pays once (JavaScript: %s)', async (javaScriptEnabled) => {
    const customer = await customerOf('en', { javaScriptEnabled });
    const { page } = customer;
    const { id } = await atCheckout(customer);
    await page.dblclick('main form button');
    await page.waitForSelector('#number, a.button[rel=noreferrer]');
    if (await page.isVisible('a.button[rel=noreferrer]')) await page.click('a.button[rel=noreferrer]');
    await page.fill('#number', CARD);
    await page.fill('#expiry', '12/34');
    await page.fill('#cvc', '123');
    await page.dblclick('button[name=pay]');
    await expectPaidOnce(id, customer);
    await page.goBack({ waitUntil: 'commit' });
    await expectPaidOnce(id, customer);
  });

  test('concurrent presses in two windows make one attempt and one payment', async () => {
    const customer = await customerOf('ar');
    const { id, url } = await atCheckout(customer);
    const second: Customer = { ...customer, page: await customer.context.newPage() };
    await second.page.goto(`${url}?lang=ar`);
    await Promise.all([customer, second].map(({ page }) => page.click('main form button')));
    const pages = await Promise.all(
      [customer, second].map(async ({ page }) => {
        await page.waitForSelector('#number, main a.button');
        return page;
      }),
    );
    const paying = await firstOf(pages, '#number');
    await typeCard({ ...customer, page: paying }, CARD);
    await expectPaidOnce(id, { ...customer, page: paying });
    const other = pages.find((page) => page !== paying) as Page;
    await other.goto(url);
    await expectPaidOnce(id, { ...customer, page: other });
  });

  test.each(['our page', "the gateway's page"])(
    'the policy of %s prevents injected elements from running, loading and sending',
    async (where) => {
      const [customer, otherServer] = [await stage.customer('en'), await startSink()];
      const watched = watch(customer);
      const { page } = customer;
      await atCheckout(customer);
      if (where !== 'our page') await chooseCard(customer);
      await page.waitForSelector(where === 'our page' ? 'input[value=card]' : '#number');
      expect(watched.complaints).toEqual([]);
      await page.evaluate(`{
      const add = (name, more) => document.body.append(Object.assign(document.createElement(name), more));
      add('script', { textContent: 'globalThis.scriptRan = true' });
      add('img', { src: '${otherServer.url}/seen' });
      add('form', { id: 'injected', method: 'post', action: '${otherServer.url}/' });
      document.getElementById('injected').submit();
    }`);
      await eventually(() => watched.complaints.length >= 3);
      expect(watched.complaints.join('\n')).toMatch(/script-src[^]*img-src[^]*form-action/);
      expect(await page.evaluate('globalThis.scriptRan')).toBeUndefined();
      await customer.context.close();
      expect(otherServer.received).toEqual([]);
      await otherServer.stop();
    },
  );

  test.each(LANGUAGES)('elements follow the reading direction (%s)', async (language) => {
    await stage.payment.call('PUT', '/public/v1/payment/store', { name: 'Palm' });
    const customer = await customerOf(language);
    await atCheckout(customer);
    const isLeftOf = language === 'en';
    await expectOrder(customer.page, isLeftOf, [
      ['header p bdi', 'nav'],
      ['nav a:first-child', 'nav a:last-child'],
      ['dt', 'dd bdi'],
      ['.method input', '.method span'],
    ]);
    await chooseCard(customer);
    await expectOrder(customer.page, isLeftOf, [['.pair > :first-child', '.pair > :last-child']]);
    // Numbers run from the left in every language.
    for (const field of ['#number', '#expiry', '#cvc'])
      expect(await customer.page.evaluate(`getComputedStyle(document.querySelector('${field}')).direction`)).toBe(
        'ltr',
      );
    await stage.payment.call('PUT', '/public/v1/payment/store', { name: 'متجر النخيل Palm Store' });
  });
});

/** Presses Tab until the field has the focus. Every element on the way shows the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate<{ isReached: boolean; outline: string; width: number }>(`(() => {
      const style = getComputedStyle(document.activeElement);
      const isReached = document.activeElement.matches(${JSON.stringify(selector)});
      return { isReached, outline: style.outlineStyle, width: parseFloat(style.outlineWidth) };
    })()`);
    expect(focus).toMatchObject({ outline: 'solid', width: 3 });
    if (focus.isReached) return;
  }
  throw new Error(`${TABS_MAX} presses of Tab did not lead to ${selector}`);
}

async function firstOf(pages: Page[], selector: string): Promise<Page> {
  for (const page of pages) if (await page.isVisible(selector)) return page;
  throw new Error(`no page shows ${selector}`);
}

type Pair = readonly [first: string, second: string];

/** Compares the rendered boxes. */
async function expectOrder(page: Page, isLeftOf: boolean, pairs: readonly Pair[]): Promise<void> {
  for (const [first, second] of pairs) {
    const [a, b] = [await page.locator(first).first().boundingBox(), await page.locator(second).first().boundingBox()];
    if (a === null || b === null) throw new Error(`${first} or ${second} is not drawn`);
    expect([first, second, isLeftOf ? a.x + a.width <= b.x : b.x + b.width <= a.x]).toEqual([first, second, true]);
  }
}
