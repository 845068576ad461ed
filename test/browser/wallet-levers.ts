import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Body, PlatformStage } from './platform-stage.ts';
import { identify, typeCode, typePin } from './scenes.ts';
import type { Customer } from './stage.ts';
import { idOfPage, visitAs, WAIT } from './visit.ts';

const MINUTES = 60_000;
type State = 'succeeded' | 'failed';

/** The levers of the sandbox's wallet, on the stage of the suite. */
export function describeWalletLevers(stage: () => PlatformStage): void {
  /** The shop's page, and the two webhooks of a wallet journey. */
  async function expectWalletEnd(made: Body, { page }: Customer, state: State, code: string): Promise<void> {
    await page.waitForURL(`${stage().shop}/${state === 'succeeded' ? 'paid' : 'failed'}?*`, WAIT);
    const webhooks = await stage().webhooksOf(made.payment_intent_id, 2);
    expect(webhooks.map((webhook) => webhook.state ?? webhook.status)).toEqual([state, state]);
    expect(bankCodesOf(webhooks)).toContain(code);
  }

  /** Opens the wallet's app by its link on the sandbox's home page. */
  async function openApp({ context }: Customer, order: string): Promise<Page> {
    const app = await context.newPage();
    await app.goto(stage().platform.merchant.sandboxUrl);
    await app.click(`tr:has-text("${order}") a`);
    await app.waitForURL(/walletprovider\/app/);
    return app;
  }

  async function idAtSandbox(customer: Customer, order: string): Promise<string> {
    const app = await openApp(customer, order);
    const id = idOfPage(app.url());
    await app.close();
    return id;
  }

  async function answerInApp(customer: Customer, order: string): Promise<void> {
    const app = await openApp(customer, order);
    await app.click('form[action$="/confirm"] button');
    await app.waitForSelector('main:not(:has(form))');
    await app.close();
  }

  async function startWalletJourney(
    order: string,
    phone: string,
    { code = '123456', then }: { code?: string; then(made: Body, customer: Customer): Promise<void> },
  ): Promise<void> {
    const made = await stage().bnpl(order);
    await visitAs(stage(), made.redirect_url, async (customer) => {
      await identify(customer, phone);
      if (code !== '') await typeCode(customer, code);
      await then(made, customer);
    });
  }

  test.each([
    ['0001', 'succeeded', '000'],
    ['0004', 'failed', '004'],
    ['0005', 'failed', '001'],
  ] as const)('wallet phone %s, confirmed in the app, has %s', async (end, state, code) => {
    await startWalletJourney(`phone-${end}`, `030012${end}`, {
      then: async (made, customer) => {
        await customer.page.waitForSelector('[role=status]');
        await answerInApp(customer, `phone-${end}`);
        await expectWalletEnd(made, customer, state, code);
      },
    });
  });

  test.each([
    ['0002', '002'],
    ['0003', '003'],
  ])('the wallet refuses phone %s with code %s', async (end, code) => {
    await startWalletJourney(`phone-${end}`, `030012${end}`, {
      code: '',
      then: async (made, customer) => {
        await customer.page.waitForSelector('.notice');
        await customer.page.click('form[action$="/cancel"] button');
        await customer.page.waitForURL(`${stage().shop}/failed?*`);
        const webhooks = await stage().webhooksOf(made.payment_intent_id, 2);
        expect(bankCodesOf(webhooks)).toContain(code);
      },
    });
  });

  test(
    'wallet phones with a lost reply (0006 is paid, 0007 fails), that reject (0008) and that never confirm (0009)',
    async () => {
      const run = (end: string, state: State, code: string): Promise<void> =>
        startWalletJourney(`phone-${end}`, `030012${end}`, {
          then: (made, customer) => expectWalletEnd(made, customer, state, code),
        });
      const never = startWalletJourney('phone-0009', '0300120009', {
        then: async (made, customer) => {
          await customer.page.waitForSelector('[role=status]');
          await stage().control('POST', `/payments/${await idAtSandbox(customer, 'phone-0009')}/expire`);
          await expectWalletEnd(made, customer, 'failed', '116');
        },
      });
      await Promise.all([
        run('0006', 'succeeded', '000'),
        run('0007', 'failed', '058'),
        run('0008', 'failed', '112'),
        never,
      ]);
    },
    2 * MINUTES,
  );

  test('code 111111 has expired, a wrong code may be typed again, and the third ends the journey (060)', async () => {
    await startWalletJourney('codes', '0300120001', {
      code: '111111',
      then: async (made, customer) => {
        await customer.page.waitForURL(/notice=codeExpired/);
        for (const wrong of ['654321', '654322']) {
          await typeCode(customer, wrong);
          await customer.page.waitForURL(/notice=codeWrong/);
        }
        await typeCode(customer, '654323');
        await expectWalletEnd(made, customer, 'failed', '060');
      },
    });
  });

  test('PIN and code activate a subscription, whose token is charged; three wrong PINs end it', async () => {
    const subscription = {
      wallet_type: 'walletprovider',
      phone: '+12025550001',
      success_redirect_url: `${stage().shop}/paid`,
      failure_redirect_url: `${stage().shop}/failed`,
      payment_method_types: 'wallet',
    };
    const idOf = ({ page }: Customer): string => new URL(page.url()).searchParams.get('token_id') as string;
    await visitAs(
      stage(),
      (await stage().post('/subscription/wallet/setup', subscription)).redirect_url,
      async (customer) => {
        await typePin(customer, '0000');
        await customer.page.waitForURL(/notice=pinWrong/);
        await typePin(customer);
        await typeCode(customer);
        await customer.page.waitForURL(`${stage().shop}/paid?*`);
        const [{ token, state }] = (await stage().webhooksOf(idOf(customer), 1)) as [Body];
        expect(state).toBe('active');
        const charged = await stage().post(
          '/subscription/wallet/token/charge',
          { token, amount: 300, order_reference: 'renewal' },
          { 'idempotency-key': 'renewal' },
        );
        expect(await stage().webhooksOf(charged._id, 1)).toMatchObject([{ status: 'succeeded' }]);
      },
    );
    await visitAs(
      stage(),
      (await stage().post('/subscription/wallet/setup', { ...subscription, phone: '+12025550009' })).redirect_url,
      async (customer) => {
        for (let tries = 0; tries < 3; tries++) await typePin(customer, '9999');
        await customer.page.waitForURL(`${stage().shop}/failed?*`);
        expect(await stage().webhooksOf(idOf(customer), 1)).toMatchObject([{ state: 'failed' }]);
      },
    );
  });
}

function bankCodesOf(webhooks: readonly Body[]): Body[] {
  return webhooks.map((webhook) => webhook.transaction_details?.status_code_from_bank).filter(Boolean);
}
