import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeWithChromium, launchChromium } from '@qafila/testing/chromium';
import { axeViolations, customerOf, PHONE } from '../../../test/browser/stage.ts';
import { watch } from '../../../test/browser/watch.ts';
import { bookedWaybill, HOUR_MS } from './courier-calls.ts';
import { startSandboxForTest } from './harness.ts';
import type { SandboxUnderTest } from './harness.ts';

describeWithChromium("the couriers' pages", () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  beforeAll(async () => {
    sandbox = await startSandboxForTest({ SANDBOX_COURIER_HOUR_MS: String(HOUR_MS) });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.stop();
  });

  async function expectWellMade(page: Page, name: string): Promise<void> {
    if (process.env['SCREENSHOTS'])
      await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}.png`, fullPage: true });
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
  }

  test('are accessible and fit a phone', async () => {
    const waybill = await bookedWaybill(sandbox, 'express', '-FAIL1');
    const { page, context } = await customerOf(browser, 'en', { bypassCSP: true });
    await page.goto(sandbox.service.url);
    await expectWellMade(page, 'sandbox-levers');
    await page.goto(`${sandbox.service.url}/parcels`);
    await expectWellMade(page, 'sandbox-parcels');
    await page.click(`a:has-text("${waybill}")`);
    await page.click('button:has-text("Fail the delivery")');
    await page.waitForSelector('p[role=status]:has-text("Fail the delivery: done.")');
    await expectWellMade(page, 'sandbox-parcel');
    await context.close();
  });

  test.each([true, false])('do what each button says (JavaScript: %s)', async (javaScriptEnabled) => {
    const customer = await customerOf(browser, 'en', { javaScriptEnabled });
    const { page, context } = customer;
    const watched = watch(customer);
    const waybill = await bookedWaybill(sandbox, 'express', '-HOLD');
    await page.goto(`${sandbox.service.url}/parcels/${waybill}`);
    expect(await page.textContent('.total')).toBe('Booked');
    for (const [button, last] of [
      ['Next scan now', 'Ready for pick-up'],
      ['Pick up now', 'Picked up'],
      ['Next scan now', 'Left the origin depot'],
      ['Hold', 'On hold'],
      ['Next scan now', 'Released'],
    ] as const) {
      await page.click(`button:has-text("${button}")`);
      await page.waitForSelector(`p[role=status]:has-text("${button}: done.")`);
      expect(await page.textContent('.total')).toBe(last);
      await page.goto(`${sandbox.service.url}/parcels/${waybill}`);
    }
    await page.click('button:has-text("Lose")');
    await page.waitForSelector('.total:has-text("Lost")');
    await page.click('button:has-text("Deliver now")');
    await page.waitForSelector('[role=alert]:has-text("Deliver now: not possible any more.")');
    expect(await page.textContent('.total')).toBe('Lost');
    expect(watched.complaints).toEqual([]);
    expect([...watched.origins]).toEqual([new URL(sandbox.service.url).origin]);
    await context.close();
  });
});
