import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithChromium } from '@qafila/testing/chromium';
import { eventually } from '@qafila/testing/wait';
import { DESK, startPortalStage, VIEWS, visitorsOf } from './portal-stage.ts';
import type { PortalStage, Visitor } from './portal-stage.ts';

const MINUTES = 60_000;
const TABS_MAX = 40;

describeWithChromium('the portal', () => {
  let stage: PortalStage;
  const visit = visitorsOf(() => stage);
  beforeAll(async () => {
    stage = await startPortalStage();
    await stage.pay('order-1001');
  }, 5 * MINUTES);
  afterAll(() => stage?.stop(), 3 * MINUTES);

  test.each(VIEWS)('in $language at $width: a person signs in, sees home, and signs out', async (view) => {
    const who = await visit(view);
    const { page } = who;
    await who.open('/');
    await page.waitForSelector('input[name=email]');
    await who.look('sign-in');
    expect(await page.evaluate('document.documentElement.dir')).toBe(view.language === 'ar' ? 'rtl' : 'ltr');
    await who.signIn();
    await page.locator('main a[href*="/payments/txn_"]').first().waitFor();
    await who.look('home');
    await page.locator('header button[aria-haspopup=menu]').click();
    await page.getByRole('menuitem').last().click();
    await page.waitForURL((url) => url.pathname === '/portal/sign-in');
    await who.open('/payments');
    await page.waitForURL((url) => url.pathname === '/portal/sign-in' && url.searchParams.get('then') === '/payments');
  });

  test('a wrong password is refused above the fields, which keep the email', async () => {
    const who = await visit(VIEWS[0]);
    await who.open('/sign-in');
    await who.page.fill('input[name=email]', stage.platform.merchant.portal.email);
    await who.page.fill('input[name=password]', 'not the password');
    await who.page.click('form button[type=submit]');
    await who.page.locator('[role=alert]:not(:empty)').waitFor();
    expect(await who.page.inputValue('input[name=email]')).toBe(stage.platform.merchant.portal.email);
  });

  test.each(VIEWS)('in $language at $width: a key is created, shown once, works, and is revoked', async (view) => {
    const who = await visit(view);
    const { page } = who;
    await who.open('/developers');
    await who.signIn();
    await page.locator('main .qf-code').first().waitFor();
    expect(await page.locator('main nav a[aria-current=page]').count()).toBe(1);
    await who.look('keys');
    await page.locator('main section button').first().click();
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.waitForSelector('code');
    await who.look('key-created');
    const apiKey = (await page.textContent('code')) ?? '';
    const list = (): Promise<number> =>
      stage.platform
        .call('GET', '/public/v1/payment/transaction?limit=1', undefined, { 'x-api-key': apiKey })
        .then(({ status }) => status);
    expect(await list()).toBe(200);
    await page.getByRole('dialog').getByRole('button').last().click();
    expect(await page.content()).not.toContain(apiKey);
    const row = page
      .locator(view.width === DESK ? 'tbody tr' : 'main ul > li')
      .filter({ hasText: apiKey.slice(0, 12) });
    await row.first().getByRole('button').click();
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await eventually(async () => (await list()) === 401);
  });

  test.each(VIEWS)('in $language at $width: secrets and service accounts are listed', async (view) => {
    const who = await visit(view);
    await who.open('/developers?tab=secrets');
    await who.signIn();
    await who.page.getByRole('heading', { name: 'hmac_sc_api' }).waitFor();
    await who.page.getByRole('heading', { name: 'hmac_sc_webhook' }).waitFor();
    await who.look('secrets');
    await who.page.locator('main nav a').last().click();
    await who.page.getByText(stage.platform.merchant.clientId).waitFor();
    await who.look('service-accounts');
  });

  test('the keyboard alone signs in, finds a payment and opens its refund', async () => {
    const who = await visit(VIEWS[0]);
    const { page } = who;
    const { portal } = stage.platform.merchant;
    await who.open('/');
    await page.waitForSelector('input[name=email]:focus');
    await page.keyboard.type(portal.email);
    await tabTo(page, 'input[name=password]');
    await page.keyboard.type(portal.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#content h1');
    await page.keyboard.press('Control+K');
    await page.waitForSelector('[role=dialog] input:focus');
    await page.keyboard.type('order-1001');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('search') === 'order-1001');
    // The address changes before the screen: until then, links of the home screen are there.
    await page.waitForSelector('main table a[href*="/payments/txn_"]');
    await tabTo(page, 'main table a[href*="/payments/txn_"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main ol');
    await tabTo(page, '#content header button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=dialog] input:focus');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { state: 'detached' });
    await page.waitForSelector('#content header button:focus');
  });

  async function tabTo(page: Visitor['page'], selector: string): Promise<void> {
    for (let tabs = 0; tabs < TABS_MAX; tabs++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    }
    throw new Error(`${TABS_MAX} tabs do not reach ${selector}`);
  }
});
