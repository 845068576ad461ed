import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LineItem, PostalAddress } from '../../src/providers/payer.ts';
import type { PaymentProvider, PayRequest } from '../../src/providers/provider.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { payRequest } from '../provider-contract.ts';
import { connectCheckoutCom } from './connect-checkout-com.ts';
import type { ConnectedCheckoutCom } from './connect-checkout-com.ts';

const HOME: PostalAddress = {
  ...{ name: 'Sara', line1: 'King Fahd Road 1', line2: 'Floor 2', city: 'Riyadh', region: 'Riyadh Province' },
  ...{ postalCode: '12211', country: 'sa', phone: '0501234567' },
};
const OFFICE: PostalAddress = { ...HOME, line1: 'Sheikh Zayed Road 9', line2: '', country: 'AE', phone: '' };
const BUYER = { name: 'Sara', email: 'sara@shop.example', phone: '+966501234567' };
const line = (more: Partial<LineItem>): LineItem => ({
  ...{ reference: 'sku', name: 'Dates', quantity: 1, unitAmount: 4_100n },
  ...more,
});

describe('what Checkout.com gets of the customer and the order', () => {
  let connected: ConnectedCheckoutCom | undefined;
  let fake: FakeGateway;
  let provider: PaymentProvider;
  beforeAll(async () => {
    connected = await connectCheckoutCom();
    ({ fake, provider } = connected);
  });
  afterAll(() => connected?.stop());

  /** What was sent, of a page that the schema accepted. */
  async function sentFor(more: Partial<PayRequest>): Promise<unknown> {
    const request = payRequest(more);
    expect(await provider.pay(request)).toMatchObject({ kind: 'action' });
    return fake.control('request', { reference: request.id });
  }

  test('the buyer, both addresses and their phones, each in its form', async () => {
    const sent = await sentFor({ buyer: BUYER, shipping: HOME, billing: OFFICE, orderReference: 'A-17' });
    expect(sent).toMatchObject({
      customer: { name: 'Sara', email: 'sara@shop.example', phone: { country_code: '+966', number: '501234567' } },
      shipping: {
        address: {
          ...{ address_line1: 'King Fahd Road 1', address_line2: 'Floor 2', city: 'Riyadh' },
          ...{ state: 'Riyadh Province', zip: '12211', country: 'SA' },
        },
        phone: { number: '0501234567' },
      },
      billing: {
        address: { address_line1: 'Sheikh Zayed Road 9', city: 'Riyadh', country: 'AE' },
        phone: { country_code: '+966', number: '501234567' },
      },
      metadata: { order_reference: 'A-17' },
    });
    expect(JSON.stringify(sent)).not.toContain('""');
  });

  test('without a billing address the bill has the country of the delivery, and nothing else of it', async () => {
    expect(await sentFor({ buyer: BUYER, shipping: HOME })).toMatchObject({
      billing: { address: { country: 'SA' }, phone: { country_code: '+966', number: '501234567' } },
      shipping: { address: { city: 'Riyadh' } },
    });
  });

  test.each([
    ['+12025550123', { country_code: '+1', number: '2025550123' }],
    ['00971 50 123-4567', { country_code: '+971', number: '501234567' }],
    ['+44 (20) 7946 0958', { country_code: '+44', number: '2079460958' }],
    ['0501234567', { number: '0501234567' }],
    ['12345', undefined],
    ['ask the neighbours', undefined],
  ])('the phone %s is %j', async (phone, expected) => {
    const { customer } = (await sentFor({ buyer: { ...BUYER, phone } })) as { customer: { phone?: unknown } };
    expect(customer.phone).toEqual(expected);
  });

  test('what Checkout.com would refuse is left out, and does not cost the payment', async () => {
    const long = 'x'.repeat(400);
    const place = { ...HOME, line1: long, city: long, phone: '1' };
    const sent = await sentFor({
      buyer: { name: long, email: 'not an address', phone: '+' },
      shipping: { ...place, country: 'Saudi Arabia' },
      billing: place,
    });
    expect(sent).not.toHaveProperty('shipping');
    expect(sent).not.toHaveProperty('customer.email');
    expect(sent).not.toHaveProperty('billing.phone');
    expect(sent).toMatchObject({ billing: { address: { country: 'SA' } } });
  });

  test('order lines go along where they are the whole order to the minor unit, and only then', async () => {
    const lines = [line({ quantity: 2 }), line({ name: 'Coffee' })];
    expect(await sentFor({ items: lines })).toMatchObject({
      amount: 12_300,
      products: [
        { name: 'Dates', quantity: 2, price: 4_100 },
        { name: 'Coffee', quantity: 1, price: 4_100 },
      ],
    });
    for (const items of [
      [line({ quantity: 3, unitAmount: 4_099n })],
      [line({ unitAmount: 12_400n }), line({ unitAmount: -100n })],
      [line({ quantity: 0 }), line({ unitAmount: 12_300n })],
      [],
    ])
      expect(await sentFor({ items })).not.toHaveProperty('products');
    // The sum can be expressed, and the price of one cannot.
    const kwd = { currency: 'KWD', amount: 24_690n, items: [line({ quantity: 2, unitAmount: 12_345n })] };
    expect(await sentFor(kwd)).not.toHaveProperty('products');
  });
});
