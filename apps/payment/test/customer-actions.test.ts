import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { CustomerAction } from '../src/providers/customer-action.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());
beforeEach(() => {
  payment.cardA.actions.length = 0;
  payment.cardA.requests.length = 0;
});

/** Chooses the card at a gateway whose customer must do this. Returns where the press led, and the page after it. */
async function press(
  action: CustomerAction,
): Promise<{ location: string | null; page: string; policy: string; url: string }> {
  payment.cardA.actions.push(action);
  const { checkout_page_url: url } = await payment.checkout({ gateway_instance_id: 'card-a' });
  const { location } = await payment.open(url, { method: 'card' });
  const { html, headers } = await payment.open(url);
  return { location, page: html, policy: headers.get('content-security-policy') ?? '', url };
}

test('a gateway that wants a form: our page posts its fields, and only there', async () => {
  const { location, page, policy, url } = await press({
    kind: 'form',
    url: 'https://secure.gateway.example/start?a=1&b=2',
    fields: { session: 'ses_1', note: '"><script>alert(1)</script>' },
  });
  expect(location).toContain(new URL(url).pathname);
  expect(page).toContain('<form method="post" action="https://secure.gateway.example/start?a=1&amp;b=2">');
  expect(page).toContain('<input type="hidden" name="session" value="ses_1" />');
  expect(page).not.toContain('<script>alert(1)');
  expect(policy).toMatch(/form-action [^;]*https:\/\/secure\.gateway\.example(;| )/);
  expect((await press({ kind: 'redirect', url: 'https://gateway.example/1' })).policy).not.toContain(
    'secure.gateway.example',
  );
});

test("a gateway's script runs on our page, with nothing but the origins that it named", async () => {
  const { page, policy } = await press({
    kind: 'widget',
    script: 'https://js.gateway.example/v1.js',
    attributes: { session: 'ses_2' },
    origins: {
      script: ['https://js.gateway.example'],
      frame: ['https://frames.gateway.example'],
      connect: ['https://api.gateway.example'],
    },
  });
  expect(page).toMatch(/<script\s+src="https:\/\/js\.gateway\.example\/v1\.js"\s+data-session="ses_2"/);
  expect(policy).toMatch(/script-src 'sha256-[^']+' https:\/\/js\.gateway\.example;/);
  expect(policy).toContain('frame-src https://frames.gateway.example;');
  expect(policy).toContain('connect-src https://api.gateway.example;');
  expect(policy).toContain("default-src 'none'");
});

test('an action in the app or on the phone keeps the customer on our page until the gateway reports', async () => {
  const { location, page, url } = await press({ kind: 'app', url: 'gateway-app://pay/1' });
  expect(location).toContain(new URL(url).pathname);
  expect(page).toContain('href="gateway-app://pay/1"');
  payment.cardA.finish('pay');
  expect((await payment.open(`${url}/return`)).location).toContain('https://shop.example/paid');
});

test('a merchant that confirms by server sends the customer to our page, where a form or a script waits', async () => {
  payment.cardA.actions.push({
    kind: 'form',
    url: 'https://secure.gateway.example/start',
    fields: { session: 'ses_3' },
  });
  const intent = await payment.checkout({ gateway_instance_id: 'card-a' });
  const { body } = await payment.call(
    'POST',
    `/public/v1/payment/intent/confirm?pi_client_secret=${intent.pi_client_secret}`,
    { payment_method: 'card' },
  );
  expect(body.data.html_response.redirect_url).toBe(intent.checkout_page_url);
  expect((await payment.open(intent.checkout_page_url)).html).toContain('value="ses_3"');
});

test('buyer, addresses, the order and when it ends reach the gateway', async () => {
  await press({ kind: 'redirect', url: 'https://gateway.example/1' });
  expect(payment.cardA.requests[0]).toMatchObject({
    store: { accountId: payment.owner.accountId, storeId: payment.owner.storeId, mode: 'stage' },
    buyer: { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' },
    shipping: { line1: 'شارع الملك فهد ١', city: 'الرياض', country: 'SA', postalCode: '11564', region: 'الرياض' },
    billing: undefined,
    items: [{ reference: 'order-1001', name: 'order-1001', quantity: 1, unitAmount: 150_050n }],
    reference: null,
  });
  const [{ id, paymentId, expiresAtMs } = { id: '', paymentId: '', expiresAtMs: 0 }] = payment.cardA.requests;
  expect(paymentId).toBe(id);
  expect(expiresAtMs).toBeGreaterThan(Date.now());
});

test('of concurrent presses one pays, and the others come back to the page instead of a wallet', async () => {
  const { checkout_page_url: url } = await payment.checkout({ gateway_instance_id: 'card-a' });
  const presses = await Promise.all(Array.from({ length: 8 }, () => payment.open(url, { method: 'card' })));
  const { pathname } = new URL(url);
  const back = presses.filter(({ location }) => location?.startsWith(`${pathname}?`));
  expect(presses.map(({ location }) => location).join(' ')).not.toContain('/wallet/');
  expect([payment.cardA.requests.length, back.length]).toEqual([1, 7]);
});
