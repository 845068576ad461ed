import type { Scene } from './scenes.ts';
import type { Customer, Stage } from './stage.ts';

/** Opens the page of a new payment link. */
async function atLink(stage: Stage, customer: Customer, more: object): Promise<string> {
  const body = { currency: 'SAR', description: 'اشتراك نادي القراءة 2026', ...more };
  const made = await stage.payment.call('POST', '/public/v1/payment/payment-link', body);
  const { _id: id, url } = made.body.data as { _id: string; url: string };
  await customer.open(url);
  return id;
}

export const LINKS: Scene[] = [
  {
    name: 'payment link',
    reach: async (stage, customer) => void (await atLink(stage, customer, { amount: 250, reusable: true })),
  },
  {
    name: 'payment link whose amount is typed',
    reach: async (stage, customer) => void (await atLink(stage, customer, { amount_min: 10, amount_max: '5000.00' })),
  },
  {
    name: 'payment link after a wrong amount',
    reach: async (stage, customer) => {
      await atLink(stage, customer, { amount_min: 10 });
      await customer.page.fill('#amount', '5');
      await customer.page.click('main form button');
      await customer.page.waitForSelector('.notice');
    },
  },
  {
    name: 'checkout that a payment link began',
    reach: async (stage, customer) => {
      await atLink(stage, customer, { amount_min: 10, reference_prefix: 'INV-1001' });
      await customer.page.fill('#amount', '١٢٠');
      await customer.page.click('main form button');
      await customer.page.waitForSelector('input[value=card]');
    },
  },
  {
    name: 'closed payment link',
    reach: async (stage, customer) => {
      const id = await atLink(stage, customer, { amount: 250 });
      await stage.payment.call('PATCH', `/public/v1/payment/payment-link/${id}`, { status: 'disabled' });
      await customer.page.reload();
    },
  },
];
