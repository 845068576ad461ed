import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithChromium } from '@qafila/testing/chromium';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { startPlatformStage } from './platform-stage.ts';
import type { Body, PlatformStage } from './platform-stage.ts';
import { CARD, CHALLENGED, chooseCard, typeCard, typeCode } from './scenes.ts';
import type { Customer } from './stage.ts';
import { idOfPage, visitAs, WAIT } from './visit.ts';
import { describeWalletLevers } from './wallet-levers.ts';

const MINUTES = 60_000;

/** Customers in three languages use each lever that the sandbox lists. Every service is a process of its own. */
describeWithChromium("every lever of the sandbox, from the customer's browser to the merchant's webhook", () =>
  describeWithKafka('over Kafka', (kafka) => {
    let stage: PlatformStage;
    beforeAll(async () => {
      stage = await startPlatformStage(kafka);
    }, 3 * MINUTES);
    afterAll(() => stage?.stop(), MINUTES);

    const visit = (url: string, work: (customer: Customer) => Promise<void>): Promise<void> =>
      visitAs(stage, url, work);

    async function expectPaid(made: Body, { page }: Customer, details: object = {}): Promise<void> {
      await page.waitForURL(`${stage.shop}/paid?*`, WAIT);
      expect(page.url()).toContain(`payment_intent_id=${made._id}&status=succeeded`);
      expect(await stage.webhooksOf(made._id, 1)).toMatchObject([
        {
          type: 'PAYMENT_INTENT_NOTIFICATION',
          status: 'succeeded',
          transaction_details: { status: 'CAPTURED', ...details },
        },
      ]);
    }

    /** The page shows the decline and offers another try. The customer cancels, and the webhook contains the reason. */
    async function expectDeclined(made: Body, { page }: Customer, code: string): Promise<void> {
      await page.waitForSelector('.notice');
      await page.click('form[action$="/cancel"] button');
      await page.waitForURL(`${stage.shop}/failed?*status=canceled*`);
      expect(await stage.webhooksOf(made._id, 1)).toMatchObject([
        { status: 'canceled', transaction_details: { status_code_from_bank: code } },
      ]);
    }

    async function payByCard(customer: Customer, number = CARD): Promise<void> {
      await chooseCard(customer);
      await typeCard(customer, number);
    }

    test.each([
      ['4242424242424242', undefined],
      ['5555555555554444', undefined],
      [CHALLENGED, '123456'],
    ] as const)('card %s pays', async (number, code) => {
      const made = await stage.checkout(`card-${number.slice(-4)}`);
      await visit(made.checkout_page_url, async (customer) => {
        await payByCard(customer, number);
        if (code !== undefined) await typeCode(customer, code);
        await expectPaid(made, customer, { gateway: 'cardgateway-a' });
      });
    });

    test.each([
      ['4000000000000002', 'card_declined'],
      ['4000000000009995', 'insufficient_funds'],
      ['4000000000009987', 'lost_card'],
      ['4000000000000069', 'expired_card'],
      ['4100000000000019', 'suspected_fraud'],
      ['4000008400001629', 'card_declined', '123456'],
      [CHALLENGED, 'authentication_failed', '000000'],
    ])('card %s is declined: %s', async (number, reason, code = '') => {
      const made = await stage.checkout(`declined-${number.slice(-4)}`);
      await visit(made.checkout_page_url, async (customer) => {
        await payByCard(customer, number);
        if (code !== '') await typeCode(customer, code);
        await expectDeclined(made, customer, reason);
      });
    });

    test.each([
      ['05', 'card_declined'],
      ['51', 'insufficient_funds'],
      ['54', 'expired_card'],
      ['61', 'limit_exceeded'],
    ])('an amount that ends in %s is declined: %s', async (cents, reason) => {
      const made = await stage.checkout(`amount-${cents}`, `150.${cents}`);
      await visit(made.checkout_page_url, async (customer) => {
        await payByCard(customer);
        await expectDeclined(made, customer, reason);
      });
    });

    test('an amount that ends in 68 is charged without an answer, and an inquiry finds the charge', async () => {
      const made = await stage.checkout('amount-68', '150.68');
      await visit(made.checkout_page_url, async (customer) => {
        await payByCard(customer);
        // The connection ends without an answer. A browser may send the form again; else the customer goes back.
        await customer.page.waitForURL(({ protocol, origin }) => protocol === 'chrome-error:' || origin === stage.shop);
        if (customer.page.url().startsWith('chrome-error:')) {
          await customer.open(made.checkout_page_url);
          await customer.page.click('a[href*="/return"]');
        }
        await expectPaid(made, customer);
      });
    });

    test('an amount that ends in 91 is paid at the second gateway', async () => {
      const made = await stage.checkout('amount-91', '150.91');
      await visit(made.checkout_page_url, async (customer) => {
        await payByCard(customer);
        await expectPaid(made, customer, { gateway: 'cardgateway-b' });
      });
    });

    test('an amount that ends in 96 is declined, because every gateway is down', async () => {
      const made = await stage.checkout('amount-96', '150.96');
      await visit(made.checkout_page_url, async (customer) => {
        await chooseCard(customer);
        await expectDeclined(made, customer, '96');
      });
    });

    describeWalletLevers(() => stage);

    test.each([
      ['callback_duplicate', { state: 'sent', last_status: 200 }],
      ['callback_delay', { state: 'sent', last_status: 200 }],
      ['callback_lost', { state: 'lost', attempts: 0 }],
      ['callback_bad_signature', { last_status: 401 }],
    ])('%s makes one payment and one webhook', async (effect, end) => {
      const made = await stage.checkout(effect);
      await stage.control('POST', '/faults', { effect, reference: effect, ms: 2_000 });
      let id = '';
      await visit(made.checkout_page_url, async (customer) => {
        await chooseCard(customer);
        await customer.page.waitForSelector('#number');
        id = idOfPage(customer.page.url());
        await typeCard(customer, CARD);
        await expectPaid(made, customer);
      });
      await eventually(async () => expect(await callbacksOf(id)).toMatchObject([end]));
      expect(await stage.webhooksOf(made._id, 1)).toHaveLength(1);
    });

    test("callback_reorder: the authorisation's callback comes after the capture's and changes nothing", async () => {
      const made = await stage.checkout('callback_reorder', 150, { capture_method: 'manual' });
      await stage.control('POST', '/faults', { effect: 'callback_reorder', reference: 'callback_reorder', ms: 60_000 });
      await visit(made.checkout_page_url, async (customer) => {
        await chooseCard(customer);
        await customer.page.waitForSelector('#number');
        const id = idOfPage(customer.page.url());
        await typeCard(customer, CARD);
        await customer.page.waitForURL(`${stage.shop}/paid?*status=requires_capture*`);
        await stage.post('/payment/intent/capture', { payment_intent_id: made._id });
        await eventually(async () =>
          expect(await callbacksOf(id)).toMatchObject([
            { state: 'sent', last_status: 200 },
            { state: 'sent', last_status: 200 },
          ]),
        );
      });
      expect((await stage.webhooksOf(made._id, 2)).map(({ status }) => status as string).sort()).toEqual([
        'requires_capture',
        'succeeded',
      ]);
    });

    async function callbacksOf(id: string): Promise<Body[]> {
      return (await stage.control('GET', `/payments/${id}`)).callbacks as Body[];
    }

    test(
      'the gateway crashes before or after it opens the payment: the customer waits, and pays once',
      async () => {
        const crash = async (effect: 'crash_before' | 'ghost'): Promise<void> => {
          const made = await stage.checkout(effect);
          await stage.control('POST', '/faults', { effect, reference: effect, operation: 'create' });
          await visit(made.checkout_page_url, async (customer) => {
            const { page } = customer;
            await chooseCard(customer);
            await page.waitForSelector('meta[http-equiv=refresh]', { state: 'attached' });
            // If the gateway did nothing, the customer chooses again; else they continue at the opened payment.
            await page.waitForSelector('input[value=card], a[rel=noreferrer]', WAIT);
            if (await page.isVisible('a[rel=noreferrer]')) await page.click('a[rel=noreferrer]');
            else await chooseCard(customer);
            await typeCard(customer, CARD);
            await expectPaid(made, customer);
          });
        };
        await Promise.all([crash('crash_before'), crash('ghost')]);
      },
      2 * MINUTES,
    );

    test("the customer returns to the shop before the merchant's webhook arrives", async () => {
      const made = await stage.checkout('redirect-first');
      stage.hooks.refuse();
      try {
        await visit(made.checkout_page_url, async (customer) => {
          await payByCard(customer);
          await customer.page.waitForURL(`${stage.shop}/paid?*`);
          stage.hooks.accept();
          await expectPaid(made, customer);
        });
      } finally {
        stage.hooks.accept();
      }
    });

    test("the merchant's webhook arrives before the customer returns", async () => {
      const made = await stage.checkout('webhook-first');
      await visit(made.checkout_page_url, async (customer) => {
        let arrived: Body[] = [];
        await customer.page.route(/\/return\?/, async (route) => {
          arrived = await stage.webhooksOf(made._id, 1);
          await route.continue();
        });
        await payByCard(customer);
        await expectPaid(made, customer);
        expect(arrived).toHaveLength(1);
      });
    });
  }),
);
