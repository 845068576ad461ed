import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithChromium } from '@qafila/testing/chromium';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { startPortalStage, VIEWS, visitorsOf } from './portal-stage.ts';
import type { Language, PortalStage, Visitor } from './portal-stage.ts';

const MINUTES = 60_000;
const NAMES: Record<
  Language,
  { refund: RegExp; capture: RegExp; void: RegExp; succeeded: string; uncaptured: string }
> = {
  en: { refund: /^Refund/, capture: /^Capture/, void: /^Void/, succeeded: 'Succeeded', uncaptured: 'Uncaptured' },
  ar: { refund: /^استرداد/, capture: /^تحصيل/, void: /^إلغاء التفويض/, succeeded: 'ناجحة', uncaptured: 'غير محصّلة' },
};

describeWithChromium('payments in the portal', () => {
  let stage: PortalStage;
  const visit = visitorsOf(() => stage);
  beforeAll(async () => {
    stage = await startPortalStage();
  }, 5 * MINUTES);
  afterAll(() => stage?.stop(), 3 * MINUTES);

  /** Opens the list with a filter in its address, signs in on the way, and opens the payment. */
  async function openPayment({ open, signIn, page }: Visitor, order: string): Promise<void> {
    await open(`/payments?order_reference=${order}`);
    await signIn();
    await page.waitForURL((url) => url.searchParams.get('order_reference') === order);
    await page.locator('main a[href*="/payments/txn_"]').first().click();
    await page.waitForSelector('main ol');
  }

  const dialog = ({ page }: Visitor) => page.getByRole('dialog');
  const press = async (who: Visitor, name: RegExp): Promise<void> =>
    who.page.locator('#content').getByRole('button', { name }).click();

  test.each(VIEWS)('in $language at $width: part of a payment is refunded', async (view) => {
    const order = `refund-${view.language}-${view.width}`;
    const intent = await stage.pay(order);
    const who = await visit(view);
    await openPayment(who, order);
    await who.look('payment');
    await press(who, NAMES[view.language].refund);
    await dialog(who).getByRole('textbox').first().fill('١٠٫٥');
    await dialog(who).getByRole('textbox').nth(1).fill('One of two shirts came back');
    await who.look('refund');
    expect(await dialog(who).textContent()).toMatch(/10\.50[\s\S]*139\.50/);
    await dialog(who).locator('button[type=submit]').click();
    await dialog(who).waitFor({ state: 'hidden' });
    await who.page.getByText('One of two shirts came back').waitFor();
    const { items } = (await stage.read(`/refund?payment_intent_id=${intent}`)) as { items: Json[] };
    expect(items.map(({ refunded_amount, status }) => [refunded_amount, status])).toEqual([[10.5, 'succeeded']]);
  });

  test.each(VIEWS)('in $language at $width: part of an authorisation is captured', async (view) => {
    const order = `capture-${view.language}-${view.width}`;
    const intent = await stage.pay(order, { capture_method: 'manual' });
    const who = await visit(view);
    await openPayment(who, order);
    await press(who, NAMES[view.language].capture);
    await dialog(who).getByRole('textbox').first().fill('100');
    expect(await dialog(who).textContent()).toContain('50.00');
    await who.look('capture');
    await dialog(who).locator('button[type=submit]').click();
    await dialog(who).waitFor({ state: 'hidden' });
    await eventually(async () => (await stage.read(`/payment/intent/${intent}`)).amount_captured === 100);
    await who.page.locator('h1').getByText(NAMES[view.language].succeeded).waitFor();
  });

  test('an authorisation is voided; an amount that is too high is refused beside its field', async () => {
    const intent = await stage.pay('void', { capture_method: 'manual' });
    const who = await visit(VIEWS[0]);
    await openPayment(who, 'void');
    await press(who, NAMES.en.capture);
    await dialog(who).getByRole('textbox').first().fill('150.01');
    await dialog(who).getByText('At most').nth(1).waitFor();
    expect(await dialog(who).locator('button[type=submit]').isDisabled()).toBe(true);
    await who.page.keyboard.press('Escape');
    await press(who, NAMES.en.void);
    await who.look('void');
    await dialog(who).locator('button[type=submit]').click();
    await eventually(async () => (await stage.read(`/payment/intent/${intent}`)).pi_status === 'canceled');
  });

  test.each(VIEWS)(
    'in $language at $width: the list is filtered, and its address shows the same list',
    async (view) => {
      const who = await visit(view);
      const { page } = who;
      await stage.pay(`list-${view.language}-${view.width}`);
      await who.open('/payments');
      await who.signIn();
      await page.locator('main a[href*="/payments/txn_"]').first().waitFor();
      await who.look('payments');
      await page.locator('[role=search] input[type=search]').fill(`list-${view.language}-${view.width}`);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('search') === `list-${view.language}-${view.width}`);
      await eventually(async () => (await page.locator('main a[href*="/payments/txn_"]').count()) === 1);
      await page.locator('main nav a').nth(4).click();
      await page.waitForURL((url) => url.searchParams.get('status') === 'FAILED');
      expect(await page.locator('main nav a[aria-current=page]').count()).toBe(1);
      await page.locator('main').getByRole('link').last().waitFor();
      await who.look('payments-none');
      await page.goBack();
      await eventually(async () => (await page.locator('main a[href*="/payments/txn_"]').count()) === 1);
      await page.reload();
      await eventually(async () => (await page.locator('main a[href*="/payments/txn_"]').count()) === 1);
    },
  );

  test('the list is exported as CSV: all rows of the filter', async () => {
    await stage.pay('=cmd()');
    const who = await visit(VIEWS[0]);
    await who.open(`/payments?order_reference=${encodeURIComponent('=cmd()')}`);
    await who.signIn();
    await who.page.locator('main a[href*="/payments/txn_"]').first().waitFor();
    const [download] = await Promise.all([
      who.page.waitForEvent('download'),
      who.page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const [head, row, ...more] = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
    expect(head).toContain('id,payment_intent_id,order_reference');
    expect(row).toContain("'=cmd()");
    expect(row).toContain(',SAR,150.00,150.00,0.00,');
    expect(more).toEqual([]);
  });
});
