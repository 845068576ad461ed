import type { Customer, Stage } from './stage.ts';

/** A page as a customer reaches it. */
export interface Scene {
  name: string;
  reach(stage: Stage, customer: Customer): Promise<void>;
}

export const CARD = '4242424242424242';
export const CHALLENGED = '4000003800000446';

export async function typeCard({ page }: Customer, number: string): Promise<void> {
  await page.fill('#number', number);
  await page.fill('#expiry', '12/34');
  await page.fill('#cvc', '123');
  await page.click('button[name=pay]');
}

export async function chooseCard({ page }: Customer): Promise<void> {
  await page.check('input[value=card]');
  await page.click('main form button');
}

export async function identify(
  { page }: Customer,
  phone = '+1 202 555 0001',
  nationalId = '1234567890',
): Promise<void> {
  await page.fill('#national_id', nationalId);
  await page.fill('#phone', phone);
  await page.click('main form button');
}

export async function typeCode({ page }: Customer, code = '123456'): Promise<void> {
  await page.fill('#code', code);
  await page.click('main form button');
}

export async function typePin({ page }: Customer, pin = '1234'): Promise<void> {
  await page.fill('#pin', pin);
  await page.click('main form button');
}

async function atCheckout(stage: Stage, customer: Customer, more = {}): Promise<{ id: string; url: string }> {
  const { _id: id, checkout_page_url: url } = (await stage.checkout(more)) as {
    _id: string;
    checkout_page_url: string;
  };
  await customer.open(url);
  return { id, url };
}

async function atBnpl(stage: Stage, customer: Customer): Promise<{ id: string; url: string }> {
  const { payment_intent_id: id, redirect_url: url } = (await stage.bnpl(100)) as {
    payment_intent_id: string;
    redirect_url: string;
  };
  await customer.open(url);
  return { id, url };
}

async function atSubscription(stage: Stage, customer: Customer): Promise<string> {
  const { redirect_url: url } = (await stage.subscription()) as { redirect_url: string };
  await customer.open(url);
  return url;
}

/** Ends the journey's time and lets the worker expire it. */
async function expire(stage: Stage, id: string): Promise<void> {
  await stage.payment.pool.query("UPDATE intent SET expires_at = now() - interval '1 minute' WHERE id = $1", [id]);
  await stage.payment.work();
}

async function atCheckoutWithoutShop(stage: Stage, customer: Customer): Promise<void> {
  const { id } = await atCheckout(stage, customer);
  await stage.payment.pool.query("UPDATE intent SET success_url = '', failure_url = '' WHERE id = $1", [id]);
}

/** The wallet does the next verification without an answer and without a callback. */
async function loseNextVerification({ sandbox }: Stage): Promise<void> {
  await sandbox.control('POST', '/faults', { effect: 'ghost', provider: 'walletprovider', operation: 'verify' });
}

export const CHECKOUT: Scene[] = [
  { name: 'checkout', reach: async (stage, customer) => void (await atCheckout(stage, customer)) },
  {
    name: 'checkout of a long order in a currency of three decimals',
    reach: async (stage, customer) =>
      void (await atCheckout(stage, customer, {
        amount: '123456.789',
        currency: 'KWD',
        metadata: { order_reference: 'ORDER-2026-000000000000000000000000000000000000000000042' },
      })),
  },
  {
    name: 'checkout after a decline',
    reach: async (stage, customer) => {
      await atCheckout(stage, customer);
      await chooseCard(customer);
      await typeCard(customer, '4000000000000002');
      await customer.page.waitForSelector('.notice');
    },
  },
  {
    name: 'back from the gateway without having paid',
    reach: async (stage, customer) => {
      const { url } = await atCheckout(stage, customer);
      await chooseCard(customer);
      await customer.open(url);
    },
  },
  {
    name: 'we are checking',
    reach: async (stage, customer) => {
      await stage.sandbox.control('POST', '/faults', {
        effect: 'ghost',
        provider: 'cardgateway-a',
        operation: 'create',
      });
      await atCheckout(stage, customer);
      await chooseCard(customer);
    },
  },
  {
    name: 'paid, with no shop to go to',
    reach: async (stage, customer) => {
      await atCheckoutWithoutShop(stage, customer);
      await chooseCard(customer);
      await typeCard(customer, CARD);
      await customer.page.waitForURL(({ origin }) => origin === stage.payment.service.url);
      await customer.page.waitForSelector('main:not(:has(form))');
    },
  },
  {
    name: 'cancelled, with no shop to go to',
    reach: async (stage, customer) => {
      await atCheckoutWithoutShop(stage, customer);
      await customer.page.click('form[action$="/cancel"] button');
      await customer.page.waitForSelector('main:not(:has(form))');
    },
  },
  {
    name: 'expired',
    reach: async (stage, customer) => {
      const { id, url } = await atCheckout(stage, customer);
      await expire(stage, id);
      await customer.open(url);
    },
  },
  {
    name: 'receipt, after the customer was back at the store',
    reach: async (stage, customer) => {
      const { id, url } = await atCheckout(stage, customer);
      await stage.payment.pool.query(
        "UPDATE intent SET status = 'succeeded', captured_minor = amount_minor, refunded_minor = 100, " +
          "ended_at = now() - interval '1 hour', returned_at = now() - interval '1 hour' WHERE id = $1",
        [id],
      );
      await customer.open(url);
    },
  },
  {
    name: 'receipt of an expired intent whose try is undecided',
    reach: async (stage, customer) => {
      const { id, url } = await atCheckout(stage, customer);
      await chooseCard(customer);
      await expire(stage, id);
      await stage.payment.pool.query("UPDATE attempt SET status = 'TIMEOUT' WHERE intent_id = $1", [id]);
      await customer.open(url);
    },
  },
  {
    name: 'closed, a day after the end',
    reach: async (stage, customer) => {
      const { id, url } = await atCheckout(stage, customer);
      await stage.payment.pool.query(
        "UPDATE intent SET status = 'canceled', ended_at = now() - interval '1 day' WHERE id = $1",
        [id],
      );
      await customer.open(url);
    },
  },
  {
    name: 'no such page',
    reach: async (stage, customer) => customer.open(`${stage.payment.service.url}/pay/${'x'.repeat(43)}`),
  },
  {
    name: 'something failed',
    reach: async (stage, customer) => {
      await atCheckout(stage, customer);
      const offer = (methods: string[] | null): Promise<unknown> =>
        stage.payment.call('PUT', '/public/v1/payment/store', { payment_methods: methods });
      await offer(['card']);
      await customer.page.check('input[value=wallet]');
      await customer.page.click('main form button');
      await customer.page.waitForSelector('main [role=alert]').finally(() => offer(null));
    },
  },
];

export const WALLET: Scene[] = [
  { name: 'identity', reach: async (stage, customer) => void (await atBnpl(stage, customer)) },
  {
    name: 'identity that the wallet refuses',
    reach: async (stage, customer) => {
      await atBnpl(stage, customer);
      await identify(customer, '+1 202 555 0002');
      await customer.page.waitForSelector('.notice');
    },
  },
  {
    name: 'code',
    reach: async (stage, customer) => {
      await atBnpl(stage, customer);
      await identify(customer);
      await customer.page.waitForSelector('#code');
    },
  },
  {
    name: 'wrong code',
    reach: async (stage, customer) => {
      await atBnpl(stage, customer);
      await identify(customer);
      await typeCode(customer, '000000');
      await customer.page.waitForSelector('.notice');
    },
  },
  {
    name: 'code requested again too soon',
    reach: async (stage, customer) => {
      await atBnpl(stage, customer);
      await identify(customer);
      await customer.page.click('form[action$="/resend"] button');
      await customer.page.waitForSelector('.notice');
    },
  },
  {
    name: 'confirm in the app',
    reach: async (stage, customer) => {
      await atBnpl(stage, customer);
      await identify(customer);
      await typeCode(customer);
      await customer.page.waitForSelector('[role=status]');
    },
  },
  {
    name: "the wallet's answer is lost",
    reach: async (stage, customer) => {
      await atBnpl(stage, customer);
      await loseNextVerification(stage);
      await identify(customer);
      await typeCode(customer);
      await customer.page.waitForSelector('[role=status]');
    },
  },
  {
    name: 'wallet expired',
    reach: async (stage, customer) => {
      const { id, url } = await atBnpl(stage, customer);
      await expire(stage, id);
      await customer.open(url);
    },
  },
];

export const SUBSCRIPTION: Scene[] = [
  { name: 'PIN', reach: async (stage, customer) => void (await atSubscription(stage, customer)) },
  {
    name: 'wrong PIN',
    reach: async (stage, customer) => {
      await atSubscription(stage, customer);
      await typePin(customer, '0000');
      await customer.page.waitForSelector('.notice');
    },
  },
  {
    name: 'code of a subscription',
    reach: async (stage, customer) => {
      await atSubscription(stage, customer);
      await typePin(customer);
      await customer.page.waitForSelector('#code');
    },
  },
  {
    name: 'expired code of a subscription',
    reach: async (stage, customer) => {
      await atSubscription(stage, customer);
      await typePin(customer);
      await typeCode(customer, '111111');
      await customer.page.waitForSelector('.notice');
    },
  },
  {
    name: 'subscription being checked',
    reach: async (stage, customer) => {
      await atSubscription(stage, customer);
      await typePin(customer);
      await loseNextVerification(stage);
      await typeCode(customer);
      await customer.page.waitForSelector('[role=status]');
    },
  },
  {
    name: 'subscription expired',
    reach: async (stage, customer) => {
      const url = await atSubscription(stage, customer);
      await stage.payment.pool.query("UPDATE wallet_token SET expires_at = now() - interval '1 minute'");
      await customer.open(url);
    },
  },
];

export const SANDBOX: Scene[] = [
  {
    name: 'card page',
    reach: async (stage, customer) => {
      await atCheckout(stage, customer);
      await chooseCard(customer);
    },
  },
  {
    name: 'card page after a number that is no test card',
    reach: async (stage, customer) => {
      await atCheckout(stage, customer);
      await chooseCard(customer);
      await typeCard(customer, '4111111111111111');
      await customer.page.waitForSelector('.notice');
    },
  },
  {
    name: "bank's challenge",
    reach: async (stage, customer) => {
      await atCheckout(stage, customer);
      await chooseCard(customer);
      await typeCard(customer, CHALLENGED);
      await customer.page.waitForSelector('#code');
    },
  },
];

/** Pages for testers, in English only. */
export const TESTERS: Scene[] = [
  { name: 'home page with all levers', reach: async (stage, customer) => customer.open(`${stage.sandbox.url}/`) },
  {
    name: "wallet's app",
    reach: async (stage, customer) => {
      await atBnpl(stage, customer);
      await identify(customer);
      await typeCode(customer);
      await customer.page.waitForSelector('[role=status]');
      await customer.open(`${stage.sandbox.url}/`);
      await customer.page.click('table a');
      await customer.page.waitForSelector('form[action$="/confirm"]');
    },
  },
];
