import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { cleanNote } from '../src/tracking-page/report-problem.ts';
import { startShipmentForTest } from './harness.ts';
import type { ShipmentUnderTest } from './harness.ts';

const BASE = '/oe/aggtr/api/v1';
const DAY_MS = 86_400_000;

let shipment: ShipmentUnderTest;
let id: string;
let path: string;
beforeAll(async () => {
  shipment = await startShipmentForTest();
});
afterAll(() => shipment?.stop());
beforeEach(async () => {
  id = await shipment.ship();
  path = await pathOf(id);
});

async function pathOf(shipmentId: string): Promise<string> {
  const { data } = (await shipment.call('GET', `${BASE}/shipments/${shipmentId}`)).body as Json;
  return new URL(data.trackingUrl as string).pathname;
}

async function visit(address = path, language = 'en'): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(`${shipment.service.url}${address}?lang=${language}`, { redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

async function report(fields: Record<string, string>, address = path): Promise<Response> {
  return fetch(`${shipment.service.url}${address}/problem`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ lang: 'en', ...fields }),
  });
}

async function formId(): Promise<string> {
  return /name="form" value="([^"]+)"/.exec((await visit()).text)?.[1] as string;
}

const scan = (status: 'PICKED_UP' | 'OUT_FOR_DELIVERY' | 'DELIVERED'): Promise<unknown> => {
  const { awb } = shipment.falcon.booked(id) as { awb: string };
  return shipment.sendScans(shipment.falcon, [shipment.falcon.scan(awb, status)]);
};

describe('the address', () => {
  it('opens the page of its shipment without a login, and is not indexed or cached', async () => {
    const { status, text, headers } = await visit();
    expect([status, text.includes('Being prepared')]).toEqual([200, true]);
    expect([headers.get('x-robots-tag'), headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'noindex',
      'no-store',
      'no-referrer',
    ]);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('opens nothing with another signature, another shipment or another company', async () => {
    const other = await pathOf(await shipment.ship());
    const [, , account, own, signature = ''] = path.split('/');
    const wrong = [
      `${path.slice(0, -2)}${path.endsWith('AA') ? 'BB' : 'AA'}`,
      `/track/${account}/${own}/${other.split('/')[4]}`,
      `/track/other/${own}/${signature}`,
      `/track/${account}/${own}/x`,
    ];
    for (const address of wrong) expect([address, (await visit(address)).status]).toEqual([address, 404]);
  });

  it('shows no name, phone or street', async () => {
    await scan('DELIVERED');
    const { text } = await visit();
    for (const personal of ['القحطاني', '501234567', 'طريق الملك', 'RRRD2929', '12333'])
      expect([personal, text.includes(personal)]).toEqual([personal, false]);
    expect(text).toContain('الرياض');
  });

  it('closes 30 days after the end', async () => {
    await scan('DELIVERED');
    shipment.passTime(29 * DAY_MS);
    expect((await visit()).status).toBe(200);
    shipment.passTime(2 * DAY_MS);
    const { status, text } = await visit();
    expect([status, text.includes('falcon'), text.includes('This page has closed')]).toEqual([410, false, true]);
    expect((await report({ problem: 'damaged', form: 'frm_0123456789' })).status).toBe(410);
  });
});

describe('what it shows', () => {
  it('follows the scans, newest first', async () => {
    await scan('PICKED_UP');
    await scan('OUT_FOR_DELIVERY');
    const { text } = await visit();
    expect(text).toContain('<h1 id="title">Out for delivery</h1>');
    const titles = [...text.matchAll(/<strong>([^<]+)<\/strong>/g)].map(([, title]) => title);
    expect(titles).toEqual(['Out for delivery', 'Shipped', 'Being prepared']);
  });

  it.each([
    ['ar', 'rtl', 'قيد التجهيز'],
    ['ur', 'rtl', 'تیاری جاری ہے'],
    ['en', 'ltr', 'Being prepared'],
  ])('speaks %s', async (language, direction, title) => {
    const { text } = await visit(path, language);
    expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(text).toContain(`<h1 id="title">${title}</h1>`);
  });

  it('has the name and colour of the store, and refuses a colour on which white is unreadable', async () => {
    const look = { name: 'Palm <Store>', color: '#7a3e00', supportUrl: 'https://palm.example/help' };
    const changed = await shipment.call('PUT', `${BASE}/tracking-page`, look);
    expect([changed.status, changed.body.data]).toEqual([200, look]);
    const { text } = await visit();
    expect(text).toContain('Palm &lt;Store&gt;');
    expect(text).toContain('--brand:#7a3e00');
    expect(text).toContain('href="https://palm.example/help"');
    const partly = await shipment.call('PUT', `${BASE}/tracking-page`, { supportUrl: null });
    expect(partly.body.data).toEqual({ ...look, supportUrl: null });
    expect((await shipment.call('PUT', `${BASE}/tracking-page`, { color: '#ffee00' })).status).toBe(400);
  });
});

describe('a reported problem', () => {
  it('is an alarm and an event, once for each form', async () => {
    await scan('DELIVERED');
    const form = await formId();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        report({ form, problem: 'damaged', note: 'The box\r\nis wet. 4242 4242 4242 4242' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect((await visit()).text).toContain('The parcel or the goods are damaged');
    const { items } = (await shipment.call('GET', `${BASE}/shipments/${id}/problem-reports`)).body.data as Json;
    expect(items).toEqual([expect.objectContaining({ problem: 'damaged', note: 'The box\nis wet. ••••' })]);
    const alarms = (await shipment.call('GET', `${BASE}/shipments/alarms?shipmentId=${id}`)).body.data as Json;
    expect(alarms.items.map(({ alarm }: Json) => alarm)).toEqual(['RECEIVER_PROBLEM']);
    await eventually(() => {
      const mine = shipment.published.filter(({ subject }) => subject === id);
      const types = mine.map(({ type }) => type);
      expect(types.filter((type) => type === 'shipment.problem.reported')).toHaveLength(1);
      expect(types.filter((type) => type === 'shipment.alarm')).toHaveLength(1);
    });
  });

  it('is refused without a problem of the list, and after too many', async () => {
    expect((await report({ form: await formId(), problem: 'all of it' })).status).toBe(400);
    expect((await report({ form: 'x', problem: 'damaged' })).status).toBe(400);
    expect((await report({ form: await formId(), problem: 'other', note: 'x'.repeat(1_001) })).status).toBe(400);
    for (let sent = 1; sent <= 5; sent++)
      expect((await report({ form: await formId(), problem: 'other' })).status).toBe(303);
    expect((await report({ form: await formId(), problem: 'other' })).status).toBe(429);
    shipment.passTime(DAY_MS);
    expect((await report({ form: await formId(), problem: 'other' })).status).toBe(303);
  });
});

describe('a note', () => {
  it('loses card numbers and control characters, and keeps waybills', () => {
    expect(cleanNote(' a\u0007b\u202e 4242-4242-4242-4242 and 1234567890123 ')).toBe('ab •••• and 1234567890123');
  });
});
