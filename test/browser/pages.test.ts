import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeWithChromium } from '@qafila/testing/chromium';
import { LINKS } from './link-scenes.ts';
import { CHECKOUT, SANDBOX, SUBSCRIPTION, TESTERS, WALLET } from './scenes.ts';
import type { Scene } from './scenes.ts';
import { axeViolations, LANGUAGES, PHONE, startStage } from './stage.ts';
import type { Customer, Language, Stage } from './stage.ts';

const DESK = { width: 1440, height: 900 };
const PAGE_BYTES_MAX = 30 * 1_024;
const LATIN_OR_NO_DIGITS = /^[^\u0660-\u0669\u06f0-\u06f9]*$/;

describeWithChromium("every page at a phone's size is accessible and fits", () => {
  let stage: Stage;
  const customers = new Map<Language, Customer>();
  beforeAll(async () => {
    stage = await startStage();
    for (const language of LANGUAGES) customers.set(language, await stage.customer(language, { bypassCSP: true }));
  });
  afterAll(() => stage?.stop());

  describe.each(LANGUAGES)('in %s', (language) => {
    test.each([...CHECKOUT, ...LINKS, ...WALLET, ...SUBSCRIPTION].map((scene) => [scene.name, scene] as const))(
      '%s',
      (_, scene) => check(scene, language),
    );
    test.each(SANDBOX.map((scene) => [scene.name, scene] as const))('sandbox: %s', (_, scene) =>
      check(scene, language),
    );
  });
  test.each(TESTERS.map((scene) => [scene.name, scene] as const))('sandbox, in English only: %s', (_, scene) =>
    check(scene, 'en'),
  );

  test('the check itself finds violations', async () => {
    const customer = await stage.customer('en', { bypassCSP: true });
    await customer.page.setContent(
      '<html lang="en"><title>t</title><main><h1 style="color:#eee">Hardly seen</h1><input></main></html>',
    );
    expect((await axeViolations(customer.page)).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['color-contrast', 'label']),
    );
    await customer.context.close();
  });

  /** One customer per language, without cookies at first: a new window costs a process and compiles axe again. */
  async function check(scene: Scene, language: Language): Promise<void> {
    const customer = customers.get(language) as Customer;
    try {
      await customer.context.clearCookies();
      await scene.reach(stage, customer);
      // A refresh would replace the page while axe runs.
      await customer.page.evaluate("document.querySelector('meta[http-equiv=refresh]')?.remove(); window.stop()");
      if (process.env['SCREENSHOTS'])
        await customer.page.screenshot({
          path: `${process.env['SCREENSHOTS']}/${scene.name.replace(/\W+/g, '-')}.${language}.png`,
          fullPage: true,
        });
      expect(await axeViolations(customer.page)).toEqual([]);
      await expectLayout(customer);
      await expectWide(customer, scene);
    } finally {
      await stage.sandbox.control('DELETE', '/faults');
    }
  }

  /** The same page on a desk. */
  async function expectWide({ page, language }: Customer, scene: Scene): Promise<void> {
    await page.setViewportSize(DESK);
    try {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(DESK.width);
      if (process.env['SCREENSHOTS'])
        await page.screenshot({
          path: `${process.env['SCREENSHOTS']}/${scene.name.replace(/\W+/g, '-')}-wide.${language}.png`,
          fullPage: true,
        });
    } finally {
      await page.setViewportSize(PHONE);
    }
  }

  async function expectLayout({ page, language }: Customer): Promise<void> {
    const layout = await page.evaluate<Record<string, unknown>>(`({
      direction: getComputedStyle(document.body).direction,
      lang: document.documentElement.lang,
      width: document.documentElement.scrollWidth,
      text: document.body.innerText,
      bytes: performance.getEntriesByType('navigation')[0].transferSize,
      loaded: performance.getEntriesByType('resource').length,
      heading: (() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('h1'));
        const box = range.getBoundingClientRect();
        return { left: box.left, right: innerWidth - box.right };
      })(),
    })`);
    expect(layout).toMatchObject({ direction: language === 'en' ? 'ltr' : 'rtl', lang: language, loaded: 0 });
    expect(layout.width).toBeLessThanOrEqual(PHONE.width);
    expect(layout.bytes).toBeLessThanOrEqual(PAGE_BYTES_MAX);
    expect(layout.text).toMatch(LATIN_OR_NO_DIGITS);
    // The heading starts at the edge where reading starts.
    const { left, right } = layout.heading as { left: number; right: number };
    expect(Math.round(language === 'en' ? left : right)).toBe(16);
  }
});
