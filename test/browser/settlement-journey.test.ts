import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeWithChromium, launchChromium } from '@qafila/testing/chromium';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { ORDER } from '../../apps/payment/test/harness.ts';
import { describeWithStripe, startStripe } from '../../apps/payment/test/stripe/servers.ts';
import type { StripeUnderTest } from '../../apps/payment/test/stripe/servers.ts';
import { root, startPlatform } from '../harness/platform.ts';
import type { Platform } from '../harness/platform.ts';
import type { Body } from './platform-stage.ts';
import { CARD, chooseCard } from './scenes.ts';
import { customerOf, startShop } from './stage.ts';
import { watch } from './watch.ts';

const MINUTES = 60_000;
const API = '/public/v1/payment';
const REFUSED_CARD = '4000000000000341';
const run = promisify(execFile);

/**
 * What a store does from its first key of Stripe to its first reconciled payout, on the platform as `npm start` runs
 * it. Stripe is stripe-mock and localstripe, behind the bridge.
 */
describeWithChromium('a store connects Stripe in stage, is paid, refunds, and reconciles', () =>
  describeWithStripe('at stripe-mock and localstripe', () => {
    let stripe: StripeUnderTest;
    let platform: Platform;
    let shop: { url: string; stop(): Promise<void> };
    let browser: Browser;
    beforeAll(async () => {
      stripe = await startStripe();
      [platform, shop, browser] = await Promise.all([
        startPlatform({ environment: { STRIPE_API_URL: stripe.url } }),
        startShop(),
        launchChromium(),
      ]);
    }, 15 * MINUTES);
    afterAll(async () => {
      await browser?.close();
      await shop?.stop();
      await platform?.stop();
      await stripe?.stop();
    }, 3 * MINUTES);

    const send = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
      platform.call(method, path, body);
    const get = async (path: string): Promise<Body> => (await send('GET', `${API}/${path}`)).body.data;
    const connect = (credentials: Body): Promise<HttpAnswer> => send('PUT', `${API}/gateway/stripe`, { credentials });

    let intent: Body;

    test('the store saves its keys: wrong ones are refused with the reason of the gateway', async () => {
      const refused = await connect({ secret_key: 'sk_test_revoked1' });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'credentials_refused']);
      const { status, body } = await connect({ secret_key: 'sk_test_shop12345', webhook_secret: 'whsec_now12345' });
      expect([status, body.data.connection.gateway_account]).toEqual([200, 'acct_shop']);
      await stripe.control('hook', { url: body.data.connection.webhook_url, secret: 'whsec_now12345' });
    });

    test("the customer pays on the hosted page and on Stripe's, with a second card after a refused one", async () => {
      const made = await send('POST', `${API}/checkout`, {
        ...ORDER,
        success_url: `${shop.url}/paid`,
        failure_url: `${shop.url}/failed`,
      });
      intent = made.body.data;
      const customer = await customerOf(browser, 'ar');
      const { complaints } = watch(customer);
      const { page } = customer;
      await customer.open(intent.checkout_page_url);
      await chooseCard(customer);
      await page.waitForURL(`${stripe.url}/pay/*`);
      await page.fill('#number', REFUSED_CARD);
      await page.click('button[name=pay]');
      await page.waitForSelector('[role=alert]');
      await page.fill('#number', CARD);
      await page.click('button[name=pay]');
      await page.waitForURL(`${shop.url}/paid?*`, { timeout: 45_000 });
      expect(page.url()).toContain(`payment_intent_id=${intent._id}&status=succeeded`);
      // The refused card is answered by 402, which Chromium writes to the console.
      expect(complaints.filter((text) => !text.includes('402'))).toEqual([]);
      await customer.context.close();
      expect((await get(`intent/${intent._id}`)).pi_status).toBe('succeeded');
    });

    test('a part is refunded, at Stripe and in the books', async () => {
      const { status, body } = await send('POST', '/public/v1/refund', {
        payment_intent_id: intent._id,
        refunded_amount: '500.25',
      });
      expect([status, body.data.status]).toEqual([200, 'succeeded']);
      const [{ gateway, gateway_reference: reference }] = (await get(`transaction?payment_intent_id=${intent._id}`))
        .items;
      expect(gateway).toBe('stripe');
      expect(await stripe.control('payment', { payment: reference })).toMatchObject({
        amount_received: 150_050,
        refunded: 50_025,
      });
    });

    test('Stripe pays out; the settlement is imported by API, and every line is matched', async () => {
      await stripe.control('payout', { currency: 'sar' });
      expect((await send('POST', `${API}/settlement/feed/stripe`, {})).status).toBe(202);
      const { items: lines } = await eventually(
        async (): Promise<{ items: Body[] } | null> => {
          const page = (await get('settlement/line')) as { items: Body[] };
          const [feed] = (await get('settlement/feed')).items;
          return page.items.length === 3 && feed.status === 'waiting' ? page : null;
        },
        { timeoutMs: MINUTES, intervalMs: 500, what: 'three settled lines' },
      );
      expect(lines.map((line: Body) => [line.kind, line.gross, line.status]).sort()).toEqual([
        ['capture', 1500.5, 'matched'],
        ['payout', -956.74, 'matched'],
        ['refund', -500.25, 'matched'],
      ]);
      expect((await get('settlement/exception?status=open')).items).toEqual([]);
      expect((await get('payout')).items).toMatchObject([{ status: 'reconciled', amount: 956.74, lines: 2 }]);
    });

    test('Stripe owes nothing, and the books are proved by the store and by the operator', async () => {
      const today = new Date().toISOString().slice(0, 10);
      expect((await get(`reconciliation?date=${today}&gateway=stripe`)).items).toMatchObject([
        { gateway: 'stripe', currency: 'SAR', closing: 0, open_exceptions: 0 },
      ]);
      const environment = { ...process.env, DATABASE_URL: '', DATA_DIR: platform.dataDir };
      const node = async (...args: string[]): Promise<string> =>
        (
          await run(process.execPath, args, {
            cwd: root,
            env: { ...environment, QAFILA_CONFIG_DIR: join(platform.dataDir, 'config'), NO_COLOR: '1' },
          })
        ).stdout;
      const cli = 'packages/cli/bin/qafila.js';
      await node(cli, 'login', '--demo');
      expect(await node(cli, 'ledger', 'check')).toContain('balanced');
      expect(await node('tools/check-ledger.mjs')).toContain('balanced');
    });
  }),
);
