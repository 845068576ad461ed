import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeWithChromium, launchChromium } from '@qafila/testing/chromium';
import type { Json } from '@qafila/testing/http-call';
import { ports } from '@qafila/testing/ports';
import { eventually } from '@qafila/testing/wait';
import { startFakeGateway } from '../../apps/payment/test/gateways/fake-gateway.ts';
import type { FakeGateway } from '../../apps/payment/test/gateways/fake-gateway.ts';
import { startPaymentForTest } from '../../apps/payment/test/harness.ts';
import type { PaymentUnderTest } from '../../apps/payment/test/harness.ts';
import { describeWithStripe, startStripe } from '../../apps/payment/test/stripe/servers.ts';
import type { StripeUnderTest } from '../../apps/payment/test/stripe/servers.ts';
import { StripeKind } from '../../apps/payment/src/providers/stripe/stripe-kind.ts';
import { TabbyKind } from '../../apps/payment/src/providers/tabby/tabby-kind.ts';
import { CARD, chooseCard } from './scenes.ts';
import { axeViolations, customerOf, LANGUAGES, startShop } from './stage.ts';
import type { Customer, Language } from './stage.ts';

const API = '/public/v1/payment';
const MINUTES = 60_000;
const WIDTHS = [360, 1440];
const BNPL_HINTS = { en: 'In instalments.', ar: 'بالتقسيط', ur: 'قسطوں میں' };

/** A store with Stripe and Tabby: what its page shows of methods whose customers go to the page of a gateway. */
describeWithChromium('the page of a store with gateways of its own', () =>
  describeWithStripe('at stripe-mock, localstripe and the simulation of Tabby', () => {
    let stripe: StripeUnderTest;
    let tabby: FakeGateway;
    let payment: PaymentUnderTest;
    let shop: { url: string; stop(): Promise<void> };
    let browser: Browser;
    beforeAll(async () => {
      [stripe, tabby, shop, browser] = await Promise.all([
        startStripe(),
        startFakeGateway('tabby/tabby.mjs'),
        startShop(),
        launchChromium(),
      ]);
      const { service } = await ports('service');
      payment = await startPaymentForTest({
        gatewayKinds: [new StripeKind({ apiUrl: stripe.url }), new TabbyKind({ apiUrl: tabby.url })],
        providers: [],
        worker: true,
        more: { PORT: String(service), PAYMENT_PUBLIC_URL: `http://127.0.0.1:${service}` },
      });
      await payment.call('PUT', `${API}/store`, { name: 'متجر النخيل Palm Store', color: '#7a3e00' });
      await connect('stripe', { secret_key: 'sk_test_shop12345', webhook_secret: 'whsec_now12345' });
      await connect('tabby', { secret_key: 'sk_test_shopx1234567', merchant_code: 'shop', country: 'SA' });
    }, 15 * MINUTES);
    afterAll(async () => {
      await browser?.close();
      await payment?.stop();
      await Promise.all([shop?.stop(), tabby?.stop(), stripe?.stop()]);
    }, 3 * MINUTES);

    async function connect(type: string, credentials: object): Promise<void> {
      const { status, text } = await payment.call('PUT', `${API}/gateway/${type}`, { credentials });
      if (status !== 200) throw new Error(text);
    }

    const checkout = (customer: string, more: Json = {}): Promise<Json> =>
      payment.checkout({
        amount: 250,
        success_url: `${shop.url}/paid`,
        failure_url: `${shop.url}/failed`,
        save_payment_method: { customer_reference: customer },
        ...more,
      });

    /** The page fits and is accessible at both widths; a picture of each where one is wanted. */
    async function look({ page, language }: Customer, name: string): Promise<void> {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        if (process.env['SCREENSHOTS'])
          await page.screenshot({
            path: `${process.env['SCREENSHOTS']}/${name}-${width}.${language}.png`,
            fullPage: true,
          });
      }
      expect(await axeViolations(page)).toEqual([]);
    }

    async function visit(language: Language, url: string, work: (customer: Customer) => Promise<void>): Promise<void> {
      const customer = await customerOf(browser, language, { bypassCSP: true });
      try {
        customer.page.setDefaultTimeout(45_000);
        await customer.open(url);
        await work(customer);
      } finally {
        await customer.context.close();
      }
    }

    test.each(LANGUAGES)(
      'in %s: instalments say where they are agreed; their details are asked for',
      async (language) => {
        const intent = await checkout('customer-1', { customer: { name: 'عميل تجريبي' } });
        await visit(language, intent.checkout_page_url as string, async (customer) => {
          const { page } = customer;
          expect(await page.textContent('label:has(input[value=bnpl]) small')).toContain(BNPL_HINTS[language]);
          await look(customer, 'methods-of-gateways');
          await page.check('input[value=bnpl]');
          await page.click('main form button');
          await page.waitForSelector('#email');
          await look(customer, 'details-of-the-customer');
          expect(await page.$('#name')).toBeNull();
          await page.fill('#email', 'customer@shop.example');
          await page.fill('#phone', '٠٥٠٠٠٠٠٠٠١');
          await page.click('main form button');
          await page.waitForURL((url) => url.origin === new URL(tabby.url).origin);
        });
      },
    );

    test.each(LANGUAGES)('in %s: the card is kept only when its customer ticks the box', async (language) => {
      for (const ticks of [false, true]) {
        const name = `customer-${language}-${ticks}`;
        const intent = await checkout(name);
        await visit(language, intent.checkout_page_url as string, async (customer) => {
          const { page } = customer;
          expect(await page.isChecked('input[name=save]')).toBe(false);
          if (ticks) await page.check('input[name=save]');
          await chooseCard(customer);
          await page.waitForURL((url) => url.origin === new URL(stripe.url).origin);
          await page.fill('#number', CARD);
          await page.click('button[name=pay]');
          await page.waitForURL((url) => url.origin === shop.url);
        });
        await eventually(async () => {
          const { body } = await payment.call('GET', `${API}/intent/${intent._id}`);
          return body.data.pi_status === 'succeeded';
        });
        const { body } = await payment.call('GET', `${API}/saved-method?customer_reference=${name}`);
        const kept = (body.data.items as Json[]).map(({ card, consent_language: read }) => [card.last4, read]);
        expect(kept).toEqual(ticks ? [['4242', language]] : []);
      }
    });
  }),
);
