import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { describeWithChromium, launchChromium } from '@qafila/testing/chromium';
import type { Json } from '@qafila/testing/http-call';
import { startShipmentForTest } from '../../apps/shipment/test/harness.ts';
import type { ShipmentUnderTest } from '../../apps/shipment/test/harness.ts';
import { axeViolations, customerOf, LANGUAGES, PHONE } from './stage.ts';
import type { Customer, Language } from './stage.ts';

const BASE = '/oe/aggtr/api/v1';
const DESKTOP = { width: 1_440, height: 900 };
const PAGE_BYTES_MAX = 30 * 1_024;
type ScanStatus = Parameters<ShipmentUnderTest['falcon']['scan']>[1];

/** A page as a receiver meets it: scans, and what the receiver does. */
interface Scene {
  name: string;
  scans: (readonly [ScanStatus, object?])[];
  packages?: number;
  act?(customer: Customer): Promise<void>;
  heading: Record<Language, string>;
}

const SCENES: Scene[] = [
  { name: 'booked', scans: [], heading: { en: 'Being prepared', ar: 'قيد التجهيز', ur: 'تیاری جاری ہے' } },
  {
    name: 'out for delivery after a failed attempt',
    scans: [
      ['PICKED_UP', { city: 'جدة' }],
      ['IN_TRANSIT'],
      ['OUT_FOR_DELIVERY'],
      ['DELIVERY_FAILED', { reasonCode: 'customer_not_available' }],
      ['OUT_FOR_DELIVERY'],
    ],
    heading: { en: 'Out for delivery', ar: 'خرجت للتوصيل', ur: 'ڈیلیوری کے لیے نکل چکا ہے' },
  },
  {
    name: 'one of two packages delivered',
    packages: 2,
    scans: [
      ['PICKED_UP'],
      ['OUT_FOR_DELIVERY', { packageNumber: 1 }],
      ['DELIVERED', { packageNumber: 1 }],
      ['ON_HOLD', { packageNumber: 2 }],
    ],
    heading: { en: 'On hold', ar: 'موقوفة مؤقتًا', ur: 'روک لیا گیا' },
  },
  {
    name: 'delivered, with a reported problem',
    scans: [['PICKED_UP'], ['OUT_FOR_DELIVERY'], ['DELIVERED']],
    act: async ({ page }) => {
      await page.click('summary');
      await page.selectOption('#problem', 'damaged');
      await page.fill('#note', 'الصندوق مبلل The box is wet');
      await page.click('main form button');
      await page.waitForSelector('[role=status]');
    },
    heading: { en: 'Delivered', ar: 'تم التوصيل', ur: 'ڈیلیور ہو گیا' },
  },
  {
    name: 'the open form',
    scans: [['PICKED_UP'], ['OUT_FOR_DELIVERY']],
    act: ({ page }) => page.click('summary'),
    heading: { en: 'Out for delivery', ar: 'خرجت للتوصيل', ur: 'ڈیلیوری کے لیے نکل چکا ہے' },
  },
  {
    name: 'lost',
    scans: [['PICKED_UP'], ['LOST']],
    heading: { en: 'Parcel missing', ar: 'الشحنة مفقودة', ur: 'پارسل نہیں مل رہا' },
  },
];

describeWithChromium('the tracking page is accessible and fits a phone and a desk', () => {
  let shipment: ShipmentUnderTest;
  let browser: Browser;
  const customers = new Map<Language, Customer>();
  beforeAll(async () => {
    shipment = await startShipmentForTest();
    browser = await launchChromium();
    await shipment.call('PUT', `${BASE}/tracking-page`, {
      name: 'متجر النخيل Palm Store',
      color: '#7a3e00',
      supportUrl: 'https://palm.example/help',
    });
    for (const language of LANGUAGES) customers.set(language, await customerOf(browser, language, { bypassCSP: true }));
  });
  afterAll(async () => {
    await browser?.close();
    await shipment?.stop();
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    test.each(SCENES.map((scene) => [scene.name, scene] as const))('%s', async (_, scene) => {
      const customer = customers.get(language) as Customer;
      const { page } = customer;
      await page.setViewportSize(PHONE);
      await customer.open(await reach(scene));
      await scene.act?.(customer);
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        const picture = `track-${scene.name.replace(/\W+/g, '-')}.${language}.${size.width}.png`;
        if (process.env['SCREENSHOTS'])
          await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${picture}`, fullPage: true });
        expect(await axeViolations(page)).toEqual([]);
        await expectLayout(customer, size.width, scene.heading[language]);
      }
    });
  });

  test('a wrong address is a page too', async () => {
    const customer = customers.get('ar') as Customer;
    await customer.open(`${shipment.service.url}/track/a/shp_1/AAAAAAAAAAAAAAAAAAAAAA`);
    expect(await axeViolations(customer.page)).toEqual([]);
    expect(await customer.page.textContent('h1')).toBe('هذه الصفحة غير موجودة');
  });

  /** Ships, sends the scans, and returns the address of the page. */
  async function reach({ scans, packages = 1 }: Scene): Promise<string> {
    const parcel = { weight: 1.25, description: 'Shirts', items: [{ name: 'Shirt', quantity: 1, unitPrice: 50 }] };
    const id = await shipment.ship({ packagesInfo: Array.from({ length: packages }, () => parcel) });
    const { awb } = shipment.falcon.booked(id) as { awb: string };
    for (const [status, more] of scans) {
      shipment.passTime(3_600_000);
      await shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, status, more)]);
    }
    const { data } = (await shipment.call('GET', `${BASE}/shipments/${id}`)).body as Json;
    return `${shipment.service.url}${new URL(data.trackingUrl as string).pathname}`;
  }

  async function expectLayout({ page, language }: Customer, width: number, heading: string): Promise<void> {
    const layout = await page.evaluate<Record<string, unknown>>(`({
      direction: getComputedStyle(document.body).direction,
      lang: document.documentElement.lang,
      heading: document.querySelector('h1').textContent,
      width: document.documentElement.scrollWidth,
      bytes: performance.getEntriesByType('navigation')[0].transferSize,
      loaded: performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith('data:')).length,
    })`);
    expect(layout).toMatchObject({ direction: language === 'en' ? 'ltr' : 'rtl', lang: language, heading, loaded: 0 });
    expect(layout.width).toBeLessThanOrEqual(width);
    expect(layout.bytes).toBeLessThanOrEqual(PAGE_BYTES_MAX);
  }
});
