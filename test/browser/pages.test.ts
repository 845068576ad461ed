import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeWithChromium } from '@qafila/testing/chromium';
import { CHECKOUT, SANDBOX, SUBSCRIPTION, TESTERS, WALLET } from './scenes.ts';
import type { Scene } from './scenes.ts';
import { axeViolations, LANGUAGES, PHONE, startStage } from './stage.ts';
import type { Customer, Language, Stage } from './stage.ts';

const PAGE_BYTES_MAX = 30 * 1_024;
const LATIN_OR_NO_DIGITS = /^[^\u0660-\u0669\u06f0-\u06f9]*$/;

describeWithChromium('every page, at a phone\'s size', () => {
  let stage: Stage;
  beforeAll(async () => { stage = await startStage(); });
  afterAll(() => stage?.stop());

  describe.each(LANGUAGES)('in %s', (language) => {
    test.each([...CHECKOUT, ...WALLET, ...SUBSCRIPTION].map((scene) => [scene.name, scene] as const))('%s', (_, scene) => check(scene, language));
    test.each(SANDBOX.map((scene) => [scene.name, scene] as const))('sandbox: %s', (_, scene) => check(scene, language));
  });
  test.each(TESTERS.map((scene) => [scene.name, scene] as const))('sandbox, in English only: %s', (_, scene) => check(scene, 'en'));

  test('the check itself sees what is wrong', async () => {
    const customer = await stage.customer('en', { bypassCSP: true });
    await customer.page.setContent('<html lang="en"><title>t</title><main><h1 style="color:#eee">Hardly seen</h1><input></main></html>');
    expect((await axeViolations(customer.page)).map(({ id }) => id)).toEqual(expect.arrayContaining(['color-contrast', 'label']));
    await customer.context.close();
  });

  async function check(scene: Scene, language: Language): Promise<void> {
    const customer = await stage.customer(language, { bypassCSP: true });
    try {
      await scene.reach(stage, customer);
      // A page that renews itself would pull the ground from under axe.
      await customer.page.evaluate("document.querySelector('meta[http-equiv=refresh]')?.remove(); window.stop()");
      if (process.env['SCREENSHOTS']) await customer.page.screenshot({ path: `${process.env['SCREENSHOTS']}/${scene.name.replace(/\W+/g, '-')}.${language}.png`, fullPage: true });
      expect(await axeViolations(customer.page)).toEqual([]);
      await expectLaidOut(customer);
    } finally {
      await customer.context.close();
      await stage.sandbox.control('DELETE', '/faults');
    }
  }

  async function expectLaidOut({ page, language }: Customer): Promise<void> {
    const seen = await page.evaluate<Record<string, unknown>>(`({
      direction: getComputedStyle(document.body).direction, lang: document.documentElement.lang, align: getComputedStyle(document.querySelector('h1')).textAlign,
      width: document.documentElement.scrollWidth, text: document.body.innerText, bytes: performance.getEntriesByType('navigation')[0].transferSize, loaded: performance.getEntriesByType('resource').length,
      heading: (() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('h1')); const box = range.getBoundingClientRect(); return { left: box.left, right: innerWidth - box.right } })(),
    })`);
    expect(seen).toMatchObject({ direction: language === 'en' ? 'ltr' : 'rtl', lang: language, loaded: 0 });
    expect(seen.width).toBeLessThanOrEqual(PHONE.width);
    expect(seen.bytes).toBeLessThanOrEqual(PAGE_BYTES_MAX);
    expect(seen.text).toMatch(LATIN_OR_NO_DIGITS);
    // The heading begins at the edge where reading begins.
    const { left, right } = seen.heading as { left: number; right: number };
    expect(Math.round(language === 'en' ? left : right)).toBe(16);
  }
});
